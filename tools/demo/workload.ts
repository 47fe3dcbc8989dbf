import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import type { Files } from "./files";
import { pickDirectories, put, remove, rename, sha256, type LocalEntry, type Tree } from "./tree";

/** Requests in flight at once. */
const AT_ONCE = 8;

/** Maximum entries in a directory that is renamed or deleted. */
const MAX_ENTRIES = 1_000;

/** Files that are overwritten, and files that are deleted one by one. */
const SINGLE = 20;

/** Changes that are made one by one. */
const QUIET_WRITES = 10;

/** Totals of what has been done to the filesystem so far. */
export type Done = {
  written: number;
  overwritten: number;
  directories_renamed: number;
  directories_deleted: number;
  files_deleted: number;
};

/** Returns totals of zero. */
export function emptyDone(): Done {
  return {
    written: 0,
    overwritten: 0,
    directories_renamed: 0,
    directories_deleted: 0,
    files_deleted: 0,
  };
}

/**
 * Writes everything, then overwrites some files, renames a directory, and deletes some files and a
 * directory. `tree` and `done` are updated after each step that the service has confirmed.
 */
export async function runWorkload(
  files: Files,
  entries: LocalEntry[],
  tree: Tree,
  done: Done,
): Promise<void> {
  await atOnce(entries, async (entry) => {
    if (entry.kind === "file") {
      await write(files, tree, entry.path, await readFile(entry.local));
      done.written += 1;
    } else {
      await files.makeDirectory(entry.path);
      put(tree, entry.path, null);
    }
  });

  const [renamed, deleted] = pickDirectories(tree, 2, MAX_ENTRIES);
  const inside = (environment: string) =>
    [renamed, deleted].some((dir) => dir !== undefined && environment.startsWith(`${dir}/`));
  const others = [...tree].flatMap(([environment, { sha256: hash }]) =>
    hash === null || inside(environment) ? [] : [environment],
  );
  await atOnce(others.slice(0, SINGLE), async (environment) => {
    await write(files, tree, environment, Buffer.from(`overwritten: ${environment}\n`));
    done.overwritten += 1;
  });
  if (renamed !== undefined) {
    const to = `${renamed}-renamed`;
    await files.move(renamed, to);
    rename(tree, renamed, to);
    done.directories_renamed += 1;
  }
  await atOnce(others.slice(SINGLE, 2 * SINGLE), async (environment) => {
    await files.remove(environment, false);
    remove(tree, environment);
    done.files_deleted += 1;
  });
  if (deleted !== undefined) {
    await files.remove(deleted, true);
    remove(tree, deleted);
    done.directories_deleted += 1;
  }
}

/** Writes one small file at a time; before each it waits until `applied` and then for `pauseMs`. */
export async function writeQuietly(
  files: Files,
  tree: Tree,
  pauseMs: number,
  applied: () => Promise<void>,
): Promise<void> {
  for (let n = 1; n <= QUIET_WRITES; n += 1) {
    await applied();
    await sleep(pauseMs);
    const bytes = Buffer.from(`written as number ${n}\n`);
    await write(files, tree, "/quiet.txt", bytes);
  }
  await applied();
}

async function write(
  files: Files,
  tree: Tree,
  environment: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<void> {
  await files.write(environment, bytes);
  put(tree, environment, sha256(bytes));
}

async function atOnce<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.toReversed();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  });
  await Promise.all(workers);
}
