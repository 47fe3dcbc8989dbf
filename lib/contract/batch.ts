import { z } from "zod";

import { Cursor, Id } from "./common";
import { formatLimit, LIMITS } from "./limits";
import { operation } from "./operation";
import { Path } from "./path";
import { Entry, Fields, Mode, stampInBody } from "./stat";
import { LinkTarget, write } from "./transfers";

/** How many bytes a Base64 text stands for: three for four characters, less what is padding. */
const bytesIn = (text: string) =>
  (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);

const Content = z
  .base64()
  .refine((text) => bytesIn(text) <= LIMITS.batchContentBytes, {
    message: `must be at most ${formatLimit(LIMITS.batchContentBytes)} bytes; write larger files with PUT`,
    params: { type: "too_big" },
  })
  .meta({
    description: `At most ${formatLimit(LIMITS.batchContentBytes)} bytes in Base64.`,
    example: "aGVsbG8=",
  });

const parents = z.boolean().default(false);
const tags = {
  if_match: z.string().optional().meta({ description: "Like the header If-Match." }),
};

/** What a batch may do. Moves and copies change whole trees, so they are requests of their own. */
const Change = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("put"),
    path: Path,
    content: Content,
    parents,
    mode: Mode.optional(),
    if_none_match: z.string().optional().meta({ description: "Like the header If-None-Match." }),
    ...tags,
    ...stampInBody,
  }),
  z.strictObject({
    op: z.literal("patch"),
    path: Path,
    mode: Mode.optional(),
    ...tags,
    ...stampInBody,
  }),
  z.strictObject({ op: z.literal("remove"), path: Path, ...tags }).meta({
    description: "A directory only if it is empty.",
  }),
  z.strictObject({
    op: z.literal("mkdir"),
    path: Path,
    parents,
    mode: Mode.prefault("0755"),
    ...stampInBody,
  }),
  z.strictObject({ op: z.literal("link"), target: Path, path: Path }),
  z.strictObject({ op: z.literal("symlink"), target: LinkTarget, path: Path, ...stampInBody }),
  z.strictObject({
    op: z.literal("mknod"),
    path: Path,
    mode: Mode.prefault("0644"),
    special: z.enum(["fifo", "socket", "character", "block"]),
    device: z.int().min(0).max(4_294_967_295).default(0),
    ...stampInBody,
  }),
]);

const Refusal = z.object({
  code: z.string().meta({ example: "path_not_found" }),
  message: z.string().meta({ example: "There is nothing at this path." }),
});

export const batch = operation({
  ...write,
  id: "changeFiles",
  method: "POST",
  path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/files:batch",
  summary: "Make many small changes in one transaction, each with its own outcome",
  query: Fields,
  body: z.strictObject({
    changes: z.array(Change).min(1).max(LIMITS.batchChanges).meta({
      description:
        "Made in this order. One that is refused leaves the others. `patch` and `link` also need the scope `files:read`.",
    }),
  }),
  maxBodyBytes: LIMITS.batchBytes,
  result: z.object({
    results: z
      .array(
        z.object({
          status: z.int().meta({ description: "As of a request of its own.", example: 201 }),
          error: Refusal.nullable().meta({ example: null }),
          cursor: Cursor.nullable().meta({ description: "Of the last event; null if refused." }),
          trash_id: Id("trash").nullable().meta({
            description: "Of a removal: the item of the trash that it made.",
            example: null,
          }),
          file: Entry.nullable().meta({ description: "Null after a removal, or if refused." }),
        }),
      )
      .meta({ description: "One for each change, in the same order." }),
  }),
  status: 200,
  errors: ["storage_full"],
});
