import { z } from "zod";

import { FilesystemParams, Path } from "./common";
import { formatLimit, LIMITS } from "./limits";
import { operation } from "./operation";
import { NO_NUL, utf8Length } from "./path";
import { Entry, Fields, stampInBody } from "./stat";

const FS = "/api/v1/orgs/{org_id}/filesystems/{fs_id}";

/** Shared by every operation that changes a tree. */
export const write = {
  access: { scope: "filesystem", mode: "rw", needs: "files:write", mounts: true },
  rate: "files",
  params: FilesystemParams,
} as const;

/** Shared by those whose result describes content that the request did not bring: its entity tag is a hash of it. */
export const rewrite = {
  ...write,
  access: { ...write.access, needs: ["files:write", "files:read"] },
} as const;

/** From one path to another. */
const Pair = z.strictObject({
  from: Path,
  to: Path.meta({ example: "/tickets/4711-closed.json" }),
  overwrite: z.boolean().default(false).meta({
    description: "Replace the entry at `to`; a directory only if it is empty.",
  }),
  parents: z.boolean().default(false).meta({ description: "Create missing parent directories." }),
  if_match: z
    .string()
    .optional()
    .meta({ description: "Like the header If-Match, applied to `from`." }),
});

/** Errors of move and copy; a copy into itself is an `invalid_move` too, as is an exchange with what is inside. */
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

/** Target of a symbolic link: never followed, so anything POSIX allows. */
export const LinkTarget = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), {
    message: "must be valid Unicode without NUL",
    params: { type: "path_encoding" },
  })
  .refine((text) => utf8Length(text) <= LIMITS.symlinkBytes, {
    message: `must be at most ${formatLimit(LIMITS.symlinkBytes)} bytes long`,
    params: { type: "path_too_long" },
  })
  .meta({
    description: `Any text of at most ${formatLimit(LIMITS.symlinkBytes)} bytes; stored as is, never followed.`,
    pattern: NO_NUL,
    maxLength: LIMITS.symlinkBytes,
    example: "4711.json",
  });

/** Operations that give an entry a new or another path: move, copy, hard and symbolic links. */
export const transfers = {
  move: operation({
    ...rewrite,
    id: "moveEntry",
    method: "POST",
    path: `${FS}/files:move`,
    summary: "Move or rename an entry and everything below it, or exchange two entries",
    example: { result: { path: "/tickets/4711-closed.json" } },
    query: Fields,
    body: Pair.extend({
      exchange: z.boolean().default(false).meta({
        description:
          "The entry at `to`, which must exist, gets the path `from`; `overwrite` and `parents` do not matter.",
      }),
    }),
    result: Entry,
    status: 200,
    errors: pairErrors,
  }),
  copy: operation({
    ...rewrite,
    id: "copyEntry",
    method: "POST",
    path: `${FS}/files:copy`,
    summary:
      "Copy an entry and everything below it; symbolic links stay links, hard links become separate files",
    example: { result: { path: "/tickets/4711-closed.json" } },
    query: Fields,
    body: Pair,
    result: Entry,
    status: 200,
    errors: [
      ...pairErrors,
      "byte_quota_exceeded",
      "organisation_byte_quota_exceeded",
      "too_many_entries",
    ],
  }),
  link: operation({
    ...rewrite,
    id: "linkFile",
    method: "POST",
    path: `${FS}/files:link`,
    summary: "Create a hard link; quotas count the file once",
    example: { result: { path: "/tickets/latest.json" } },
    query: Fields,
    body: z.strictObject({ target: Path, path: Path.meta({ example: "/tickets/latest.json" }) }),
    result: Entry,
    status: 201,
    errors: ["path_not_found", "is_directory", ...linkErrors],
  }),
  symlink: operation({
    ...write,
    id: "makeSymlink",
    method: "POST",
    path: `${FS}/files:symlink`,
    summary: "Create a symbolic link",
    example: {
      result: {
        path: "/tickets/latest.json",
        type: "symlink",
        size: 9,
        etag: '"a6f4f03f3f6178b17753ae1056e52322"',
      },
    },
    query: Fields,
    body: z.strictObject({
      target: LinkTarget,
      path: Path.meta({ example: "/tickets/latest.json" }),
      ...stampInBody,
    }),
    result: Entry,
    status: 201,
    errors: [...linkErrors, "entry_quota_exceeded", "organisation_entry_quota_exceeded"],
  }),
};
