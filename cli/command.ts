import { parseArgs } from "node:util";

import { UsageError } from "@/lib/usage-error";

import type { Client } from "./client";

/** A command's positional arguments, options by name and flags. */
export type Given = {
  positionals: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
};

/**
 * A command's result: JSON for `--json`, text otherwise. Null: it has printed its own. `failed`: not everything was
 * done, as the result says.
 */
export type CommandResult = { data: unknown; text: string; failed?: boolean } | null;

/** A command: usage and action. Every command also takes `--json`. */
export type Command = {
  /** Without the program name, as in `fs create NAME`; words in capitals are arguments, `NAME...` is one or more. */
  usage: string;
  summary: string;
  /** What its own help says besides. */
  details?: string;
  options?: readonly string[];
  flags?: readonly string[];
  run: (client: Client, given: Given) => Promise<CommandResult>;
};

/** Parses a command's arguments. @throws UsageError for unknown, missing or extra ones */
export function readGiven(command: Command, args: string[]): Given {
  const { options = [], flags = [] } = command;
  const requested = command.usage.match(/(?<=^| )[A-Z][A-Z_]*(\.{3})?(?=$| )/g) ?? [];
  const { values, positionals } = parse(args, {
    ...Object.fromEntries(options.map((name) => [name, { type: "string" as const }])),
    ...Object.fromEntries([...flags, "json"].map((name) => [name, { type: "boolean" as const }])),
  });
  const missing = requested[positionals.length];
  if (missing !== undefined)
    throw new UsageError(`${missing} is required: tidemark ${command.usage}`);
  const isOpen = requested.some((name) => name.endsWith("..."));
  if (positionals.length > requested.length && !isOpen)
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
    throw new UsageError(error instanceof Error ? error.message : "invalid arguments");
  }
}
