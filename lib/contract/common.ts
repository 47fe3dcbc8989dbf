import { z } from "zod";

import { type IdPrefix, isId } from "./ids";
import { LIMITS } from "./limits";
import { Path } from "./path";

export { type IdPrefix, isId } from "./ids";
export { Name } from "./name";
export { Path } from "./path";

/** An id of the kind, as a result or in a body. */
export const Id = (prefix: IdPrefix) =>
  z
    .string()
    .refine((text) => isId(prefix, text), { message: `must be an id like ${prefix}_…` })
    .meta({ example: `${prefix}_01kb3x6v7cf2dsk8xkqz4n5w9a` });

export const Timestamp = z.iso.datetime({ precision: 3 });

/** A decimal integer as a string, since JSON numbers are exact only up to 2^53. */
export const Cursor = z
  .string()
  .refine((text) => /^(0|[1-9]\d{0,17})$/.test(text), {
    message: "must be a decimal integer",
    params: { type: "cursor_format" },
  })
  .meta({ example: "4711" });

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
export const OrgParams = z.object({ org_id: z.string() });
export const FilesystemParams = z.object({ org_id: z.string(), fs_id: z.string() });

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
