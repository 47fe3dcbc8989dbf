import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** What a mount does otherwise than POSIX asks for, as pjdfstest writes it, and why. */
const EXCEPTIONS: readonly { line: RegExp; reason: string }[] = [
  {
    line: /^not ok \d+ - tried 'lstat \S+ atime(_ns)?', expected \d+, got \d+$/,
    reason: "times of access are not kept: a read would be a change, with an event",
  },
];

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
  return {
    planned: Number(lines.find((line) => line.startsWith("1.."))?.slice(3) ?? 0),
    run: results.length,
    failed: results.filter((line) => line.startsWith("not ok") && !isExpected(line)),
  };
}

const isExpected = (line: string) =>
  line.includes("# TODO") || EXCEPTIONS.some((one) => one.line.test(line));
