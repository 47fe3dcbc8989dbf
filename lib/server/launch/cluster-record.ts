import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { z } from "zod";

import { replaceFile, writeOnce } from "./files";
import { LaunchError } from "./launch-error";
import { SYSTEM_DIR } from "./postgres-binaries";
import type { RunUser } from "./run-user";

/** `postgres.json` in the data directory: where the cluster is, its password, and whether it was created. */
export type ClusterRecord = z.infer<typeof clusterRecord>;

const clusterRecord = z.object({
  directory: z.string(),
  password: z.string(),
  created: z.boolean().default(false),
});

const VERSION = "pg18";

/** The cluster of this data directory as recorded by an earlier start, or undefined. */
export function readCluster(dataDir: string): ClusterRecord | undefined {
  const record = readRecord(dataDir);
  if (record === undefined) return undefined;
  return { ...record, directory: path.resolve(fs.realpathSync(dataDir), record.directory) };
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
    created: false,
  };
  writeOnce(recordFile(dataDir), JSON.stringify(record));
  return readCluster(dataDir) ?? record;
}

/** Notes that the cluster exists, also one of an earlier release, so that its loss is noticed. */
export function noteCreated(dataDir: string): void {
  const record = readRecord(dataDir);
  if (record === undefined || record.created) return;
  replaceFile(recordFile(dataDir), JSON.stringify({ ...record, created: true }));
}

const recordFile = (dataDir: string) => path.join(dataDir, "postgres.json");

function readRecord(dataDir: string): ClusterRecord | undefined {
  const file = recordFile(dataDir);
  if (!fs.existsSync(file)) return undefined;
  try {
    return clusterRecord.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    throw new LaunchError(
      `${file} is not valid JSON; restore it from a backup, it contains the database password`,
    );
  }
}

function canReach(directory: string, user: RunUser): boolean {
  if (user.uid === undefined) return true;
  const run = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { ...user, cwd: "/" });
  return run.status === 0;
}
