import { z } from "zod";

import type { Change } from "./remote";

/** A change as it is written down: enough to make it after the process has died. */
const Entry = z.discriminatedUnion("kind", [
  // `node` is what a removal removes, as far as it is known.
  z.object({
    kind: z.literal("change"),
    change: z.custom<Change>(),
    node: z.string().nullable().optional(),
  }),
  z.object({
    kind: z.literal("put"),
    path: z.string(),
    file: z.string(),
    stamp: z.record(z.string(), z.union([z.string(), z.number()])),
    // Of a mount that keeps conflicts.
    basedOn: z.string().nullable().optional(),
  }),
  // `node` is what was at `from` before; null: not yet known.
  z.object({
    kind: z.literal("move"),
    from: z.string(),
    to: z.string(),
    overwrite: z.boolean(),
    node: z.string().nullable().default(null),
  }),
  z.object({ kind: z.literal("exchange"), from: z.string(), to: z.string(), node: z.string() }),
]);
export type JournalEntry = z.infer<typeof Entry>;

export const Line = z.union([
  z.object({ add: z.int(), entry: Entry }),
  z.object({ end: z.int() }),
  // The contents of a put are on the disk.
  z.object({ stored: z.int() }),
]);
export type Line = z.infer<typeof Line>;
