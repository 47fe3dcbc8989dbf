import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { z } from "zod";

import { errorCodeOf } from "@/lib/errors";

import { writeOnce } from "./files";
import { LaunchError } from "./launch-error";
import { nameUser } from "./nss-wrapper";
import { POSTGRES_ENV, SYSTEM_DIR } from "./postgres-binaries";
import { isRunning } from "./processes";
import type { RunUser } from "./run-user";

/** `postgres.json` in the data directory: where the cluster is and its password. */
export type ClusterRecord = z.infer<typeof clusterRecord>;

const clusterRecord = z.object({ directory: z.string(), password: z.string() });

const VERSION = "pg18";

/** The cluster of this data directory as recorded by an earlier start, or undefined. */
export function readCluster(dataDir: string): ClusterRecord | undefined {
  const file = path.join(dataDir, "postgres.json");
  if (!fs.existsSync(file)) return undefined;
  try {
    const record = clusterRecord.parse(JSON.parse(fs.readFileSync(file, "utf8")));
    const directory = path.resolve(fs.realpathSync(dataDir), record.directory);
    return { directory, password: record.password };
  } catch {
    throw new LaunchError(
      `${file} is not valid JSON; restore it from a backup, it contains the database password`,
    );
  }
}

/**
 * Decides the location and password of the cluster of `dataDir` permanently: inside it, or in a system
 * directory if `user` cannot reach it (a checkout in a private home directory).
 */
export function recordCluster(dataDir: string, user: RunUser): ClusterRecord {
  const inside = canReach(dataDir, user);
  const elsewhere = path.join(SYSTEM_DIR, `data-${randomBytes(6).toString("hex")}`);
  const record = {
    // A relative path inside the data directory, so that it can be moved.
    directory: inside ? VERSION : path.join(elsewhere, VERSION),
    password: randomBytes(24).toString("base64url"),
  };
  writeOnce(path.join(dataDir, "postgres.json"), JSON.stringify(record));
  return readCluster(dataDir) ?? record;
}

/** Creates the cluster unless it exists. An interrupted attempt leaves nothing that looks complete. */
export async function initCluster(
  binaries: string,
  record: ClusterRecord,
  user: RunUser,
): Promise<void> {
  const { directory } = record;
  if (fs.existsSync(path.join(directory, "PG_VERSION"))) return;
  removeUnfinished(directory);
  const fresh = `${unfinished(directory)}${process.pid}.${randomBytes(4).toString("hex")}`;
  fs.mkdirSync(fresh, { mode: 0o700 });
  creating.add(path.basename(fresh));
  giveTo(user, fresh);
  try {
    await runInitdb(binaries, fresh, record.password, user);
    fs.renameSync(fresh, directory);
  } catch (error) {
    // Another process was faster; its cluster has the same password.
    if (!["ENOTEMPTY", "EEXIST"].includes(errorCodeOf(error) ?? "")) throw error;
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
    creating.delete(path.basename(fresh));
  }
}

async function runInitdb(
  binaries: string,
  directory: string,
  password: string,
  user: RunUser,
): Promise<void> {
  const secret = `${directory}.pw`;
  fs.writeFileSync(secret, `${password}\n`, { mode: 0o600, flag: "wx" });
  giveTo(user, secret);
  const options = ["-U", "tidemark", "-A", "scram-sha-256", `--pwfile=${secret}`, "-E", "UTF8"];
  const run = (names: Record<string, string>) =>
    execute(
      path.join(binaries, "bin", "initdb"),
      ["-D", directory, ...options, "--locale=C", "--no-instructions"],
      { ...user, env: { ...POSTGRES_ENV, ...names } },
    );
  let result = await run({});
  // initdb insists on the name of its user although it is given one for the database.
  if (/could not look up effective user ID/.test(result.stderr)) {
    result = await run(
      nameUser({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, ...user }, directory),
    );
    for (const file of [`${directory}.passwd`, `${directory}.group`]) fs.rmSync(file);
  }
  fs.rmSync(secret, { force: true });
  if (result.failure === null) return;
  const output = result.stderr.trim() || result.failure.message;
  throw new LaunchError(`failed to create the database: ${lastLines(output)}`);
}

/** Runs a program. The locks of this process are touched meanwhile. */
function execute(
  program: string,
  args: string[],
  options: RunUser & { env: NodeJS.ProcessEnv },
): Promise<{ failure: Error | null; stderr: string }> {
  return new Promise((resolve) => {
    execFile(program, args, options, (failure, _, stderr) => resolve({ failure, stderr }));
  });
}

function giveTo(user: RunUser, file: string): void {
  if (user.uid !== undefined && user.gid !== undefined) fs.chownSync(file, user.uid, user.gid);
}

// A name that no one else gives: what an operator has moved aside, as `pg18.old`, may be the only copy.
const unfinished = (directory: string) => `${directory}.unfinished-`;

// Of this process. Others of its number were those of one before it, as of the first in a container.
const creating = new Set<string>();

function removeUnfinished(directory: string): void {
  const prefix = path.basename(unfinished(directory));
  for (const name of fs.readdirSync(path.dirname(directory))) {
    const [owner = "", key = ""] = name.slice(prefix.length).split(".");
    const isOurs = Number(owner) === process.pid;
    const isAtWork = isOurs ? creating.has(`${prefix}${owner}.${key}`) : isRunning(Number(owner));
    if (!name.startsWith(prefix) || isAtWork) continue;
    fs.rmSync(path.join(path.dirname(directory), name), { recursive: true, force: true });
  }
}

function canReach(directory: string, user: RunUser): boolean {
  if (user.uid === undefined) return true;
  const run = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { ...user, cwd: "/" });
  return run.status === 0;
}

/** A failed program's output on one line: its errors, else its last two lines. */
export function lastLines(output: string): string {
  const lines = output.trim().split("\n");
  const errors = lines.filter((line) => /No space left|FATAL|PANIC|error:/.test(line));
  return (errors.length > 0 ? errors : lines).slice(-2).join(" / ");
}
