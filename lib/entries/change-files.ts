import { createHash } from "node:crypto";

import type { z } from "zod";

import type { FilesystemContext } from "@/lib/auth/context";
import { requireScope } from "@/lib/auth/scopes";
import type { batch } from "@/lib/contract/batch";
import { ERRORS } from "@/lib/contract/errors";
import { messageOf } from "@/lib/errors";
import { newId } from "@/lib/ids";

import { countWritten } from "./count-bytes";
import { contentTag, strongTags, weakTags } from "./etags";
import { targetTag } from "./make-symlink";
import { refusalOf } from "./outcome";
import type { Put, TreeChange } from "./tree-change";
import type { Written } from "./write-entries";
import { sign, type Shown } from "./write-entry";

type Change = z.output<typeof batch.body>["changes"][number];

/**
 * Makes changes in one transaction, in order and each with its own outcome (spec 5.26).
 * @returns the outcomes, and the cursor of the last event; null if all were refused
 * @throws AppError `storage_full`, `insufficient_scope`
 */
export async function changeFiles(
  ctx: FilesystemContext,
  { changes, ...shown }: Shown & { changes: readonly Change[] },
) {
  const { blobs, writeEntries } = ctx.services;
  // Their results have the entity tag of content that this request did not bring (spec 3.23).
  if (changes.some(({ op }) => op === "patch" || op === "link"))
    requireScope(ctx.actor, "files:read");
  if (changes.some(({ op }) => op === "put")) await blobs.refuseWhenFull();
  const made = changes.map(toTreeChange);
  const written = await writeEntries(
    ctx.filesystemId,
    made.map((change) => sign(ctx, change, shown)),
  );
  const stored = made.filter((_, i) => written[i]?.code === null);
  countWritten(
    ctx,
    stored.reduce((sum, change) => sum + (change.op === "put" ? change.size : 0), 0),
  );
  return {
    results: written.map((row, i) => ({
      ...toResult(row, changes[i]?.op),
      trash_id: trashIdOf(row, made[i]),
    })),
    cursor: written.findLast(({ code }) => code === null)?.cursor ?? null,
  };
}

function toTreeChange(change: Change): TreeChange {
  if (change.op === "put") return toPut(change);
  if (change.op === "patch") return { ...change, if_match: strongTags(change.if_match) };
  if (change.op === "remove")
    return {
      ...change,
      recursive: false,
      if_match: strongTags(change.if_match),
      trash_id: newId("trash"),
    };
  if (change.op === "symlink") return { ...change, etag: targetTag(change.target) };
  return change;
}

function toPut({
  content,
  mode,
  if_match,
  if_none_match,
  ...rest
}: Extract<Change, { op: "put" }>): Put {
  const bytes = Buffer.from(content, "base64");
  const hash = createHash("sha256").update(bytes).digest();
  return {
    ...rest,
    mode: mode ?? null,
    content,
    etag: contentTag(hash),
    size: bytes.length,
    hash: hash.toString("hex"),
    if_match: strongTags(if_match),
    if_none_match: weakTags(if_none_match),
  };
}

const STATUS = {
  put: 201,
  patch: 200,
  remove: 204,
  mkdir: 201,
  link: 201,
  symlink: 201,
  mknod: 201,
};

const trashIdOf = ({ created }: Written, change: TreeChange | undefined) =>
  change?.op === "remove" && created === true ? change.trash_id : null;

function toResult(row: Written, op: Change["op"] = "put") {
  const code = refusalOf(row);
  if (code !== null) {
    const error = { code, message: messageOf(code) };
    return { status: ERRORS[code].status, error, cursor: null, file: null };
  }
  const status = op === "put" && row.created !== true ? 200 : STATUS[op];
  return { status, error: null, cursor: row.cursor, file: row.info };
}
