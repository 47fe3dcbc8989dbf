import { z } from "zod";

import { FileInfo, FilesystemParams, none, Path } from "./common";
import { operation } from "./operation";

const FS = "/api/v1/orgs/{org_id}/filesystems/{fs_id}";

/** What every operation that changes a tree has in common. */
export const write = {
  access: { scope: "filesystem", mode: "rw", mounts: true },
  rate: "files",
  params: FilesystemParams,
} as const;

/** From one path to another. */
const Pair = z.strictObject({
  from: Path,
  to: Path,
  overwrite: z.boolean().default(false).meta({
    description: "Replace what is at `to`, but never a directory that holds something.",
  }),
  parents: z.boolean().default(false).meta({ description: "Make missing parent directories." }),
  if_match: z.string().optional().meta({ description: "As the header If-Match, of `from`." }),
});

/** Refusals of both; a copy into itself is an `invalid_move` too. */
const pairErrors = [
  "path_not_found",
  "already_exists",
  "parent_not_found",
  "is_directory",
  "not_a_directory",
  "directory_not_empty",
  "invalid_move",
  "root_forbidden",
  "path_too_long",
  "entry_quota_exceeded",
  "organisation_entry_quota_exceeded",
  "precondition_failed",
] as const;

const linkErrors = ["already_exists", "parent_not_found", "not_a_directory"] as const;

/** The text of a symbolic link: never followed, so any that a POSIX system would keep. */
const LinkTarget = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), {
    message: "must be valid Unicode without NUL",
    params: { type: "path_encoding" },
  })
  .refine((text) => new TextEncoder().encode(text).length <= 4096, {
    message: "must be at most 4,096 bytes long",
    params: { type: "path_too_long" },
  })
  .meta({ description: "Any text of at most 4,096 bytes; it is kept and never followed." });

/** Operations that name an entry anew: elsewhere, once more, or by a link. */
export const transfers = {
  move: operation({
    ...write,
    id: "moveEntry",
    method: "POST",
    path: `${FS}/files:move`,
    summary: "Move or rename an entry with all below it",
    query: none,
    body: Pair,
    result: FileInfo,
    status: 200,
    errors: pairErrors,
  }),
  copy: operation({
    ...write,
    id: "copyEntry",
    method: "POST",
    path: `${FS}/files:copy`,
    summary:
      "Copy an entry with all below it, symbolic links as such and every hard link as a file of its own",
    query: none,
    body: Pair,
    result: FileInfo,
    status: 200,
    errors: [
      ...pairErrors,
      "byte_quota_exceeded",
      "organisation_byte_quota_exceeded",
      "too_many_entries",
    ],
  }),
  link: operation({
    ...write,
    id: "linkFile",
    method: "POST",
    path: `${FS}/files:link`,
    summary: "Give a file one more name (a hard link); quotas count the file once",
    query: none,
    body: z.strictObject({ target: Path, path: Path }),
    result: FileInfo,
    status: 201,
    errors: ["path_not_found", "is_directory", "is_symlink", ...linkErrors],
  }),
  symlink: operation({
    ...write,
    id: "makeSymlink",
    method: "POST",
    path: `${FS}/files:symlink`,
    summary: "Make a symbolic link",
    query: none,
    body: z.strictObject({ target: LinkTarget, path: Path }),
    result: FileInfo,
    status: 201,
    errors: [...linkErrors, "entry_quota_exceeded", "organisation_entry_quota_exceeded"],
  }),
};
