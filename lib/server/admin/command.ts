import { parseArgs } from "node:util";

import type { z } from "zod";

import type { Db } from "@/lib/db/client";
import type { Settings } from "@/lib/settings";
import { UsageError } from "@/lib/usage-error";

/** Option values by name; a flag is "true". */
export type Given = { options: Record<string, string | undefined>; id: string | undefined };

/** The `id` of what a command created, or the result of a check; exit code 1 if not `ok`. */
export type CommandResult = ({ id: string } | { ok: boolean }) & Record<string, unknown>;

/** A command: usage, what it does, options and action. */
export type Command = {
  usage: string;
  summary: string;
  options: readonly string[];
  flags?: readonly string[];
  takesId?: boolean;
  run: (db: Db, given: Given, settings: Settings) => Promise<CommandResult>;
};

/** Parses a command's arguments. @throws UsageError for unknown or missing ones */
export function readGiven(command: Command, args: string[]): Given & { json: boolean } {
  const options = Object.fromEntries([
    ...command.options.map((name) => [name, { type: "string" as const }]),
    ...(command.flags ?? []).map((name) => [name, { type: "boolean" as const }]),
    ["json", { type: "boolean" as const }],
  ]);
  try {
    const allowPositionals = command.takesId === true;
    const parsed = parseArgs({ args, options, allowPositionals });
    if (parsed.positionals.length > 1) throw new Error("give one ID at a time");
    const values: Record<string, unknown> = { ...parsed.values };
    const text = Object.entries(values).map(([name, value]) => [name, String(value)]);
    return {
      options: Object.fromEntries(text),
      id: parsed.positionals[0],
      json: values["json"] === true,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "invalid arguments");
  }
}

/** A required option as the API takes it in a field. @throws UsageError in the API's words */
export function readOption<T>(given: Given, name: string, field: z.ZodType<T>): T {
  const { data, error } = field.safeParse(required(given, name));
  if (data !== undefined) return data;
  throw new UsageError(`--${name} ${error?.issues[0]?.message ?? "is not valid"}`);
}

/** A required option. @throws UsageError */
export function required(given: Given, name: string): string {
  const value = given.options[name];
  if (value === undefined || value === "") throw new UsageError(`--${name} is required`);
  return value;
}
