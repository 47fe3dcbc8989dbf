import { z } from "zod";

import { FilesystemParams, Id, IdParam, none, noResult, pageOf, Path, Timestamp } from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { Entry } from "./stat";

const TRASH = "/api/v1/orgs/{org_id}/filesystems/{fs_id}/trash";
const ItemParams = FilesystemParams.extend({ trash_id: IdParam("trash") });

/** A deleted entry with everything below it (spec 5.34). */
const TrashItem = z
  .object({
    id: Id("trash"),
    path: z.string().meta({ description: "Where it was.", example: "/tickets/4711.json" }),
    type: z.enum(["file", "directory", "symlink", "special"]),
    size: z
      .int()
      .min(0)
      .meta({ description: "Bytes of its files; hard links count once.", example: 5 }),
    entries: z.int().min(1).meta({ description: "How many entries it is, itself included." }),
    deleted_at: Timestamp,
    deleted_by: z.string().meta({ example: "key:key_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
    expires_at: Timestamp.meta({
      example: "2026-12-21T10:00:00.000Z",
      description: `${LIMITS.trashDays} days later; it may go earlier if a quota needs room.`,
    }),
  })
  .meta({ id: "TrashItem" });

/** Deleting for good takes a person. */
const final = {
  method: "DELETE",
  access: { scope: "filesystem", mode: "rw", only: "user", needs: "files:write" },
  rate: "files",
  query: none,
  status: 204,
  result: noResult,
  errors: [],
} as const;

export const trash = {
  list: operation({
    id: "listTrash",
    method: "GET",
    path: TRASH,
    summary: "List the trash, newest first; `after` continues with older items",
    access: { scope: "filesystem", mode: "ro", needs: "files:read" },
    rate: "files",
    params: FilesystemParams,
    query: pageOf("trash"),
    result: z.array(TrashItem),
    status: 200,
    errors: [],
  }),
  restore: operation({
    id: "restoreTrashItem",
    method: "POST",
    path: `${TRASH}/{trash_id}:restore`,
    summary: "Restore an entry and everything below it, with missing parent directories",
    example: { result: { path: "/tickets/restored" } },
    access: { scope: "filesystem", mode: "rw", needs: ["files:write", "files:read"] },
    rate: "files",
    params: ItemParams,
    query: none,
    body: z.strictObject({
      to: Path.optional().meta({
        description: "Restore to this path instead of where it was.",
        example: "/tickets/restored",
      }),
      overwrite: z.boolean().default(false).meta({
        description: "Replace the entry that is there; a directory only if it is empty.",
      }),
    }),
    result: Entry,
    status: 200,
    errors: [
      "already_exists",
      "is_directory",
      "not_a_directory",
      "directory_not_empty",
      "root_forbidden",
      "path_too_long",
      "entry_quota_exceeded",
      "organisation_entry_quota_exceeded",
    ],
  }),
  purge: operation({
    ...final,
    id: "deleteTrashItem",
    path: `${TRASH}/{trash_id}`,
    summary: "Delete an item of the trash permanently; requires a user",
    params: ItemParams,
  }),
  empty: operation({
    ...final,
    id: "emptyTrash",
    path: TRASH,
    summary: "Delete everything in the trash permanently; requires a user",
    params: FilesystemParams,
  }),
};
