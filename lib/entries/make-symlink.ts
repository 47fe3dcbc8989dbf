import { createHash } from "node:crypto";

import type { FilesystemContext } from "@/lib/auth/context";

import { contentTag } from "./etags";
import type { Stamp } from "./tree-change";
import { writeEntry, type Shown } from "./write-entry";

type Input = Stamp & Shown & { target: string; path: string };

/** The etag of a symbolic link, made from its target. */
export const targetTag = (target: string) =>
  contentTag(createHash("sha256").update(target).digest());

/**
 * Creates a symbolic link. `target` is any text and never followed; etag and size (bytes) are those of the
 * text (spec 5.18).
 * @throws AppError with one of the codes of `api.entries.symlink`.
 */
export const makeSymlink = (ctx: FilesystemContext, { fields, ...change }: Input) =>
  writeEntry(ctx, { op: "symlink", ...change, etag: targetTag(change.target) }, { fields });
