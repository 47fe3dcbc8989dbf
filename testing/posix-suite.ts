import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** What a mount does otherwise than POSIX asks for, as the scripts write it and as the tests in Rust are called. */
const EXCEPTIONS = [
  {
    reason: "times of access are not kept: a read would be a change, with an event",
    line: /^not ok \d+ - tried 'lstat \S+ atime(_ns)?', expected \d+, got \d+$/,
    // Of a script that asks first how large a time of access may be.
    end: /^Could not determine .*\(probe_atime=/,
    tests: [
      ...["block", "char", "dir", "fifo", "regular", "socket"].map(
        (type) => `changes_timestamps::${type}`,
      ),
      "follow_symlink",
      "subsecond",
      "utime_omit",
      "y2038",
    ].map((name) => `utimensat::${name}`),
  },
] as const;

const INSTALLED = path.resolve(import.meta.dirname, "../.data/tools/bin/pjdfstest");
/** pjdfstest in Rust, which `npm run test:long` installs from crates.io; null without it. */
export const PROGRAM = existsSync(INSTALLED) ? INSTALLED : null;
// Any other filesystem, for what may not cross from one to another.
const SECOND_FILESYSTEM = "/dev/shm";
/** Only the kernel decides what a filesystem that is mounted again read-only refuses; FUSE has no limit of links. */
const SKIPPED = /::erofs_\w+$|^link::link_count_max$/;

/** Groups that are of other systems: chflags(2) exists on BSD only. */
const OTHER_SYSTEMS = ["chflags"];
const SCRIPT_MS = 300_000;

/** The scripts of pjdfstest, by the path of its directory, in which it was built. */
export async function scriptsOf(suite: string): Promise<string[]> {
  const names = await readdir(path.join(suite, "tests"), { recursive: true });
  return names
    .filter((name) => name.endsWith(".t") && !OTHER_SYSTEMS.includes(path.dirname(name)))
    .map((name) => path.join(suite, "tests", name))
    .toSorted();
}

/** Runs a script in a directory. Resolves to the number of its tests and those that failed and are no exceptions. */
export async function runScript(script: string, directory: string) {
  const options = { cwd: directory, timeout: SCRIPT_MS, killSignal: "SIGKILL" } as const;
  const output = await new Promise<string>((resolve) => {
    execFile("sh", [script], options, (_, stdout) => resolve(stdout));
  });
  return judge(output);
}

/** What the output of a script says. */
export function judge(output: string): { planned: number; run: number; failed: string[] } {
  const lines = output.split("\n");
  const results = lines.filter((line) => /^(not )?ok\b/.test(line));
  const hasEnded = lines.some((line) => EXCEPTIONS.some(({ end }) => end.test(line)));
  const planned = Number(lines.find((line) => line.startsWith("1.."))?.slice(3) ?? 0);
  return {
    planned: hasEnded ? results.length : planned,
    run: results.length,
    failed: results.filter((line) => line.startsWith("not ok") && !isExpected(line)),
  };
}

const isExpected = (line: string) =>
  line.includes("# TODO") || EXCEPTIONS.some((one) => one.line.test(line));

/** Runs the tests in Rust in a directory. Resolves to how many passed, and to those that did not and are no exceptions. */
export async function runProgram(program: string, config: string, directory: string) {
  await writeFile(config, CONFIG);
  const options = { timeout: SCRIPT_MS, killSignal: "SIGKILL", maxBuffer: 2 ** 26 } as const;
  const args = ["-c", config, "-s", SECOND_FILESYSTEM, "-p", directory];
  const output = await new Promise<string>((resolve) => {
    execFile(program, args, options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  const results = [...output.matchAll(/^(\w+::[\w:]+) +(\S.*)$/gm)];
  const other = results.filter(
    ([, name = "", result]) =>
      result !== "ok" &&
      result !== "failed as expected" &&
      !(result === "skipped" && SKIPPED.test(name)),
  );
  return { passed: results.length - other.length, failed: other.map(([line]) => line), output };
}

/** A test that passes although it is listed as an exception is a failure too. */
const CONFIG = `
[features]
posix_fallocate = {}
rename_ctime = {}
stat_st_birthtime = {}
utime_now = {}
utimensat = {}
[settings]
naptime = 0.01
allow_remount = false
expected_failures = ${JSON.stringify(EXCEPTIONS.flatMap(({ tests }) => tests))}
[dummy_auth]
entries = [["daemon", "daemon"], ["games", "games"]]
`;
