import { readFileSync } from "node:fs";
import path from "node:path";

import { z } from "zod";

import type { FunctionFiles } from "./function-files";

const Signatures = z.record(z.string(), z.string());

const FunctionsLock = z.strictObject({
  /** Increases with each release that changes a function. A process never replaces a higher version. */
  version: z.int().positive(),
  sha256: z.string(),
  signatures: Signatures,
  /** Functions of the latest release, whose processes may still call them during an upgrade. */
  release: z.nullable(
    z.strictObject({
      name: z.string(),
      version: z.int().positive(),
      sha256: z.string(),
      signatures: Signatures,
      deprecated: z.array(z.string()),
    }),
  ),
});

/** Content of `prisma/functions.lock`, as JSON. */
export type FunctionsLock = z.infer<typeof FunctionsLock>;

/** The path of the lock file in a `prisma` folder. */
export const lockPath = (directory: string) => path.join(directory, "functions.lock");

/** Reads the lock file of a `prisma` folder. */
export function readFunctionsLock(directory: string): FunctionsLock {
  return FunctionsLock.parse(JSON.parse(readFileSync(lockPath(directory), "utf8")));
}

/** The lock for these files: the release's version, or one more if anything changed since. */
export function lockFunctions(
  files: FunctionFiles,
  release: FunctionsLock["release"],
): FunctionsLock {
  const { sha256, functions } = files;
  const signatures = Object.fromEntries(functions.map(({ name, signature }) => [name, signature]));
  const version = (release?.version ?? 0) + (release?.sha256 === sha256 ? 0 : 1);
  return { version, sha256, signatures, release };
}

/** The same functions, recorded as release `name`. */
export function releaseFunctions(files: FunctionFiles, lock: FunctionsLock, name: string) {
  const { version, sha256, signatures } = lock;
  const deprecated = files.functions.filter((file) => file.deprecated).map((file) => file.name);
  return { ...lock, release: { name, version, sha256, signatures, deprecated } };
}

/**
 * Changes since the release that would break its running processes, one line each: changed signatures and
 * deleted functions that were not deprecated.
 */
export function findBreakingChanges({ signatures, release }: FunctionsLock): string[] {
  return Object.entries(release?.signatures ?? {}).flatMap(([name, signature]) => {
    const now = signatures[name];
    if (now === signature || (now === undefined && release?.deprecated.includes(name))) return [];
    return now === undefined
      ? [
          `${name} was deleted; restore it with a "-- Deprecated:" line and delete it one release later`,
        ]
      : [`${name} changed its signature; restore it and give the new version a new name`];
  });
}
