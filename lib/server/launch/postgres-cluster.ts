import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { errorCodeOf } from "@/lib/errors";

import type { ClusterRecord } from "./cluster-record";
import { LaunchError } from "./launch-error";
import { nameUser } from "./nss-wrapper";
import { POSTGRES_ENV } from "./postgres-binaries";
import { isRunning } from "./processes";
import type { RunUser } from "./run-user";

/**
 * Creates the cluster unless it exists. An interrupted attempt leaves nothing that looks complete.
 * @throws LaunchError if it existed once and is gone, or cannot be created
 */
export async function initCluster(
  binaries: string,
  record: ClusterRecord,
  user: RunUser,
): Promise<void> {
  const { directory } = record;
  if (fs.existsSync(path.join(directory, "PG_VERSION"))) return;
  // An empty database in place of the lost one would look like a new service to everyone.
  if (record.created)
    throw new LaunchError(
      `the database is gone: there is none in ${directory}; restore it from a backup, or move postgres.json away to begin with an empty one`,
    );
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

/** A failed program's output on one line: its errors, else its last two lines. */
export function lastLines(output: string): string {
  const lines = output.trim().split("\n");
  const errors = lines.filter((line) => /No space left|FATAL|PANIC|error:/.test(line));
  return (errors.length > 0 ? errors : lines).slice(-2).join(" / ");
}
