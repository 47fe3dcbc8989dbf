import { z } from "zod";

/** A cursor on the wire: a decimal integer. Compare as an integer, never as text. */
export const cursorSchema = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform((text) => BigInt(text));

export const fileInfoSchema = z.object({
  path: z.string().startsWith("/"),
  type: z.string(),
  size: z.number(),
  etag: z.string(),
  modified_at: z.string(),
});

/** What exists at a path. See spec 5.3. */
export type FileInfo = z.infer<typeof fileInfoSchema>;

export const eventSchema = z.object({
  type: z.enum(["created", "updated", "deleted"]),
  path: z.string().startsWith("/"),
  file: fileInfoSchema.nullable(),
});

/** One change. `file` is the current state, so `created` with null is possible: deleted since. */
export type FileEvent = z.infer<typeof eventSchema>;

const messageSchema = z.object({
  type: z.enum(["files.changed", "files.resync"]),
  data: z.object({
    webhook_id: z.string(),
    filesystem_id: z.string(),
    events: z.array(eventSchema).default([]),
    cursor: cursorSchema,
  }),
});

export type Message = z.infer<typeof messageSchema>;

/**
 * Parses the raw body of a verified request; returns null when it is not a message. See spec 7.19.
 */
export function parseMessage(body: Buffer): Message | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
  return messageSchema.safeParse(value).data ?? null;
}
