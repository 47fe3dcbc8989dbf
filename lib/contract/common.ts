import { z } from "zod";

import { type IdPrefix, idPattern } from "./ids";
import { LIMITS } from "./limits";
import { Path } from "./path";

export { type IdPrefix, isId } from "./ids";
export { Name } from "./name";
export { Path } from "./path";

const example = (prefix: IdPrefix) => `${prefix}_01kb3x6v7cf2dsk8xkqz4n5w9a`;

/** An id of the kind, as a result or in a body. */
export const Id = (prefix: IdPrefix) =>
  z
    .string()
    .regex(new RegExp(idPattern(prefix)), { message: `must be an id like ${prefix}_…` })
    .meta({ example: example(prefix) });

/** An id of the kind in a path. One that is malformed names nothing, so that is `not_found`. */
export const IdParam = (prefix: IdPrefix) =>
  z.string().meta({ pattern: idPattern(prefix), example: example(prefix) });

type TokenPrefix = `tmk${string}_`;

/** A secret of the service as documentation shows it. */
export const exampleToken = (prefix: TokenPrefix) =>
  `${prefix}0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm`;

/** A secret of the service in a response: a prefix that names its kind, and 49 characters (spec 1.12). */
export const Token = (prefix: TokenPrefix) =>
  z.string().meta({ pattern: `^${prefix}[0-9A-Za-z]{49}$`, example: exampleToken(prefix) });

/** The token of the page before (spec 5.13). */
export const PageToken = z.string().meta({ pattern: "^[0-9A-Za-z_-]+$", example: "MTIgMzQ1Ng" });

export const CreatorName = z.string().nullable().meta({
  description:
    "Name of the API key or the user of `created_by`; null if the account is gone or it was the operator.",
  example: "backend",
});

export const Timestamp = z.iso.datetime({ precision: 3 });

/** A time that examples show as a week after the others, such as that of an end. */
export const Later = Timestamp.meta({ example: "2026-11-28T10:00:00.000Z" });

/** The last time that responses can show. With an offset, a time of the year 9999 can be after it. */
export const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

const CURSOR = /^(0|[1-9][0-9]{0,17})$/;

/** A decimal integer as a string, since JSON numbers are exact only up to 2^53. */
export const Cursor = z
  .string()
  .refine((text) => CURSOR.test(text), {
    message: "must be a decimal integer",
    params: { type: "cursor_format" },
  })
  .meta({ pattern: CURSOR.source, example: "4711" });

/** Integers and booleans as sent in a query string. */
export const QueryInt = (min: number, max: number, fallback: number) =>
  z.coerce.number<string>().int().min(min).max(max).default(fallback);
export const QueryBoolean = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");

/** Page parameters: up to `limit` items, oldest first, starting after the id `after` (spec 1.6). */
export const pageOf = (prefix: IdPrefix) =>
  z.strictObject({ limit: QueryInt(1, LIMITS.pageItems, 100), after: Id(prefix).optional() });

export const none = z.strictObject({});
export const noResult = z.void();
export const OrgParams = z.object({
  org_id: IdParam("org").meta({ description: "ID of the organisation (`org_…`)." }),
});
export const FilesystemParams = OrgParams.extend({
  fs_id: IdParam("fs").meta({ description: "ID of the filesystem (`fs_…`)." }),
});

/** Metadata of the entry at a path (spec 5.3). */
export const FileInfo = z
  .object({
    path: z.string().meta({ example: "/tickets/4711.json" }),
    type: z.enum(["file", "directory", "symlink", "special"]).meta({
      description: "`special`: a named pipe, socket or device; it has no contents.",
    }),
    size: z.int().min(0).meta({ example: 5 }),
    etag: z
      .string()
      .meta({ description: "Quoted entity tag.", example: '"2cf24dba5fb0a30e26e83b2ac5b9e29e"' }),
    modified_at: Timestamp,
  })
  .meta({ id: "FileInfo" });
export type FileInfo = z.infer<typeof FileInfo>;

export const PathQuery = z.strictObject({ path: Path });
