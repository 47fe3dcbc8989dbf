import { parseArgs } from "node:util";

import type { Db } from "@/lib/db/client";
import type { Settings } from "@/lib/settings";

/** A mistake of the person at the shell: told in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An option's values by name; a flag is "true". */
export type Given = { options: Record<string, string | undefined>; id: string | undefined };

/** What a command made, by its `id`, or what a check found; not `ok` is exit code 1. */
export type Answer = ({ id: string } | { ok: boolean }) & Record<string, unknown>;

/** One command: how it is called, its options, and what it does. */
export type Command = {
  usage: string;
  options: readonly string[];
  flags?: readonly string[];
  takesId?: boolean;
  run: (db: Db, given: Given, settings: Settings) => Promise<Answer>;
};

/** Reads a command's own arguments. @throws UsageError for an unknown or missing one. */
export function readGiven(command: Command, args: string[]): Given & { json: boolean } {
  const options = Object.fromEntries([
    ...command.options.map((name) => [name, { type: "string" as const }]),
    ...(command.flags ?? []).map((name) => [name, { type: "boolean" as const }]),
    ["json", { type: "boolean" as const }],
  ]);
  try {
    const allowPositionals = command.takesId === true;
    const parsed = parseArgs({ args, options, allowPositionals });
    const values: Record<string, unknown> = { ...parsed.values };
    const text = Object.entries(values).map(([name, value]) => [name, String(value)]);
    return {
      options: Object.fromEntries(text),
      id: parsed.positionals[0],
      json: values["json"] === true,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "wrong arguments");
  }
}

/** An option that must be there. */
export function required(given: Given, name: string): string {
  const value = given.options[name];
  if (value === undefined || value === "") throw new UsageError(`--${name} is missing`);
  return value;
}
