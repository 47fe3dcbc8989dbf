import { z } from "zod";

import { FileInfo, Path, Timestamp } from "./common";

/** Largest user or group id; the one above means "unchanged" to chown(2). */
const MAX_ID = 4_294_967_294;

/** A POSIX mode as four octal digits. */
export const Mode = z
  .string()
  .regex(/^[0-7]{4}$/, { message: "must be four octal digits, like 0644" })
  .transform((text) => Number.parseInt(text, 8));

/** A time in input. PostgreSQL has no year 0000, which ISO 8601 allows. */
const Moment = z.iso
  .datetime()
  .refine((text) => !text.startsWith("0000"), {
    message: "must be in the year 0001 or later",
    params: { type: "too_small" },
  })
  .transform((text) => ({ at: new Date(text).toISOString(), ns: belowMilliseconds(text) }))
  .meta({ description: "In UTC, with up to nine decimals, as in `2026-11-22T10:00:00.123Z`." });

function belowMilliseconds(time: string): number {
  const [, fraction = ""] = /\.(\d+)Z$/.exec(time) ?? [];
  return Number(fraction.slice(3, 9).padEnd(6, "0"));
}

const owner = "Default: 0 for a new entry; an existing one keeps its own.";

/** Modification time and owner in a body. */
export const stampInBody = {
  modified_at: Moment.optional(),
  uid: z.int().min(0).max(MAX_ID).optional().meta({ description: owner }),
  gid: z.int().min(0).max(MAX_ID).optional().meta({ description: owner }),
};

const QueryId = z.coerce.number<string>().int().min(0).max(MAX_ID).optional();

/** Modification time and owner in a query. */
export const stampInQuery = {
  modified_at: Moment.optional(),
  uid: QueryId.meta({ description: owner }),
  gid: QueryId.meta({ description: owner }),
};

const fieldsOfStat = {
  mode: z.string().meta({ description: "Four octal digits.", example: "0644" }),
  node_id: z
    .string()
    .meta({ description: "Identical for all hard links of a file.", example: "1207" }),
  nlink: z.int().meta({ example: 1 }),
  link_target: z.string().nullable().meta({ example: null }),
  uid: z.int().meta({ example: 0 }),
  gid: z.int().meta({ example: 0 }),
  modified_ns: z
    .int()
    .meta({ description: "Nanoseconds of `modified_at` beyond its milliseconds.", example: 0 }),
  special: z.enum(["fifo", "socket", "character", "block"]).nullable().meta({ example: null }),
  device: z.int().meta({ description: "Number of a device; otherwise 0.", example: 0 }),
  changed_at: Timestamp.meta({ description: "When anything of the entry changed, like ctime." }),
  modified_by: z.string().nullable().meta({
    description: "Who wrote its contents last, or made it; null if not recorded.",
    example: "key:key_01kb3x6v7cf2dsk8xkqz4n5w9a",
  }),
};

/** What `files:stat` returns beyond FileInfo (spec 5.25). */
export const Stat = FileInfo.extend(fieldsOfStat).meta({ id: "Stat" });
export type Stat = z.infer<typeof Stat>;

/** An entry by its path, or by its node wherever that is now. */
export const StatQuery = z
  .strictObject({
    path: Path.optional(),
    node_id: z
      .string()
      .regex(/^[1-9]\d{0,17}$/, { message: "must be the id of a node" })
      .optional()
      .meta({ description: "Instead of `path`: the node, at one of its paths.", example: "4711" }),
  })
  .refine(({ path, node_id }) => path !== undefined || node_id !== undefined, {
    message: "is required, or node_id",
    path: ["path"],
    params: { type: "missing" },
  })
  .refine(({ path, node_id }) => path === undefined || node_id === undefined, {
    message: "must not be given together with path",
    path: ["node_id"],
    params: { type: "enum" },
  });

/** FileInfo, with the fields of Stat where the request has `fields=stat`. */
export const Entry = FileInfo.extend(z.object(fieldsOfStat).partial().shape).meta({ id: "Entry" });
export type Entry = z.infer<typeof Entry>;

/** Which fields entries are shown with. */
export const Fields = z.strictObject({
  fields: z.enum(["stat"]).optional().meta({
    description: "`stat`: mode, owner, links and times too, as `files:stat` returns them.",
  }),
});
