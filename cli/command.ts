import { parseArgs } from "node:util";

import type { Client } from "./client";
import { UsageError } from "./usage-error";

/** What a command was given: its arguments by position, its options by name. */
export type Given = {
  positionals: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
};

/** What a command found: as data for programs, as text for people. */
export type Answer = { data: unknown; text: string };

/** One command: how it is called and what it does. Every command also takes `--json`. */
export type Command = {
  /** Without the name of the program, as in `fs create NAME`; words in capitals are arguments. */
  usage: string;
  summary: string;
  options?: readonly string[];
  flags?: readonly string[];
  run: (client: Client, given: Given) => Promise<Answer>;
};

/** Reads a command's own arguments. @throws UsageError for an unknown, a missing or a surplus one. */
export function readGiven(command: Command, args: string[]): Given {
  const { options = [], flags = [] } = command;
  const wanted = command.usage.match(/(?<=^| )[A-Z][A-Z_]*(?=$| )/g) ?? [];
  const { values, positionals } = parse(args, {
    ...Object.fromEntries(options.map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries([...flags, "json"].map((name) => [name, { type: "boolean" as const }])),
  });
  const missing = wanted[positionals.length];
  if (missing !== undefined)
    throw new UsageError(`${missing} is missing: tidemark ${command.usage}`);
  if (positionals.length > wanted.length)
    throw new UsageError(`too many arguments: tidemark ${command.usage}`);
  const given = Object.entries(values);
  return {
    positionals,
    options: Object.fromEntries(
      given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
  };
}

function parse(args: string[], options: Record<string, { type: "string" | "boolean" }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "wrong arguments");
  }
}
