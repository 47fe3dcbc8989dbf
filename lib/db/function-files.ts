import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { MigrationError } from "./migration-error";

/** A file of `prisma/functions`: the current definition of one function. */
export type FunctionFile = {
  /** Name of the function and of the file. */
  name: string;
  /** Path below `prisma/functions`, such as `entries/entry_move.sql`. */
  path: string;
  sql: string;
  /** Parameters and result as declared, such as `(fs text, path text) RETURNS node`. */
  signature: string;
  /** The header marks the file for deletion after the next release. */
  deprecated: boolean;
};

/** All files of `prisma/functions`, functions in the order they are applied. */
export type FunctionFiles = {
  functions: FunctionFile[];
  triggers: string;
  /** SHA-256 of everything, in hex. */
  sha256: string;
};

const DEFINITION =
  /^((?:--.*\n)+)CREATE OR REPLACE FUNCTION (\w+)\(([^]*?)\n?\)\n(?:RETURNS ([^]*?)\n)?LANGUAGE (?:sql|plpgsql)\n/;

/**
 * Reads `functions/<noun>/<name>.sql` and `functions/triggers.sql` below a `prisma` folder, ordered by path.
 * @throws MigrationError if a file is not a single function of its own name below a header comment
 */
export function readFunctionFiles(directory: string): FunctionFiles {
  const root = path.join(directory, "functions");
  const functions = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => path.dirname(file) !== "." && file.endsWith(".sql"))
    .map((file) => parseFunction(file, readFileSync(path.join(root, file), "utf8")))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const triggers = readFileSync(path.join(root, "triggers.sql"), "utf8");
  const hash = createHash("sha256");
  for (const file of functions) hash.update(`${file.path}\0${file.sql}\0`);
  return { functions, triggers, sha256: hash.update(triggers).digest("hex") };
}

function parseFunction(file: string, sql: string): FunctionFile {
  const name = path.basename(file, ".sql");
  const [, header = "", declared, parameters = "", result] = DEFINITION.exec(sql) ?? [];
  if (declared !== name)
    throw new MigrationError(
      `prisma/functions/${file} must contain a header comment and "CREATE OR REPLACE FUNCTION ${name}("`,
    );
  const signature = `(${parameters})${result === undefined ? "" : ` RETURNS ${result}`}`
    .replaceAll(/\s+/g, " ")
    .replaceAll("( ", "(")
    .replaceAll(" )", ")");
  return { name, path: file, sql, signature, deprecated: /^-- Deprecated:/m.test(header) };
}
