import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { readFunctionFiles } from "@/lib/db/function-files";
import { lockFunctions, lockPath } from "@/lib/db/functions-lock";

/** A `prisma` folder for one test. */
export type PrismaFolder = {
  directory: string;
  writeMigration(name: string, sql: string): void;
  /** Writes `functions/<file>` under a header comment. */
  writeFunction(file: string, definition: string): void;
  removeFunction(file: string): void;
  /** Writes the lock for the current files. */
  lock(version: number): void;
  remove(): void;
};

/** A folder in a temporary directory, empty at version 1 or a copy of `from`. */
export function createPrismaFolder(from?: string): PrismaFolder {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-prisma-"));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  };
  const lock = (version: number) => {
    const current = { ...lockFunctions(readFunctionFiles(directory), null), version };
    writeFileSync(lockPath(directory), JSON.stringify(current));
  };
  if (from === undefined) {
    mkdirSync(path.join(directory, "migrations"));
    write("functions/triggers.sql", "");
    lock(1);
  } else {
    for (const part of ["migrations", "functions", "functions.lock"])
      cpSync(path.join(from, part), path.join(directory, part), { recursive: true });
  }
  return {
    directory,
    writeMigration: (name, sql) => write(`migrations/${name}/migration.sql`, sql),
    writeFunction: (file, definition) =>
      write(`functions/${file}`, `-- For a test.\n${definition}`),
    removeFunction: (file) => rmSync(path.join(directory, "functions", file)),
    lock,
    remove: () => rmSync(directory, { recursive: true }),
  };
}
