import { z } from "zod";

import { archive } from "./archive";
import { batch } from "./batch";
import {
  Cursor,
  FilesystemParams,
  noResult,
  PageToken,
  Path,
  PathQuery,
  QueryBoolean,
  QueryInt,
} from "./common";
import { readContent } from "./contents";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { ContentQuery, contentErrors, sha256, writeRanges } from "./ranges";
import { search } from "./search";
import { Entry, Fields, Mode, stampInBody, Stat, StatQuery } from "./stat";
import { rewrite, transfers, write } from "./transfers";

const FS = "/api/v1/orgs/{org_id}/filesystems/{fs_id}";
const ro = { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true } as const;

const IF_MATCH = {
  "If-Match": "Proceed only if the entry has this entity tag; `*`: only if it exists.",
};

// That of a directory; FileInfo has that of a file.
const DIRECTORY = {
  path: "/tickets",
  type: "directory",
  size: 0,
  etag: '"d-1206"',
  modified_at: "2026-11-21T10:00:00.000Z",
};

const read = {
  access: ro,
  rate: "files",
  params: FilesystemParams,
  status: 200,
} as const;

export const entries = {
  put: operation({
    ...write,
    id: "putFile",
    method: "PUT",
    path: `${FS}/files`,
    summary: "Write a file; 201 if created, 200 if its content was replaced",
    query: ContentQuery,
    bytes: "request",
    holds: "upload",
    headers: {
      ...IF_MATCH,
      "If-None-Match": "`*`: proceed only if nothing exists at the path.",
      "X-Content-SHA256": sha256(
        "SHA-256 of the content in hex, verified before the file is written.",
      ),
    },
    result: Entry,
    status: 201,
    also: { 200: "The content was replaced." },
    errors: contentErrors,
  }),
  writeRanges,
  read: operation({
    ...read,
    id: "readFile",
    method: "GET",
    path: `${FS}/files`,
    summary: "Read a file, or one byte range of it",
    query: PathQuery,
    bytes: "response",
    holds: "download",
    headers: {
      ...IF_MATCH,
      "If-None-Match": "An entity tag you already have; the response is 304 if it is current.",
      Range: "One byte range, as in `bytes=0-1023`; anything else returns the whole file.",
      "If-Range": "Apply the range only if the file still has this entity tag.",
    },
    result: noResult,
    also: { 206: "The requested byte range.", 304: "The content matches If-None-Match." },
    errors: [
      "path_not_found",
      "is_directory",
      "not_a_directory",
      "is_symlink",
      "is_special",
      "precondition_failed",
      "range_not_satisfiable",
    ],
  }),
  readContent,
  patch: operation({
    ...rewrite,
    id: "patchEntry",
    method: "PATCH",
    path: `${FS}/files`,
    summary:
      "Change the mode, modification time or owner of an entry; symbolic links are not followed",
    query: PathQuery.extend(Fields.shape),
    headers: IF_MATCH,
    body: z.strictObject({ mode: Mode.meta({ example: "0600" }).optional(), ...stampInBody }),
    result: Entry,
    status: 200,
    errors: ["path_not_found", "not_a_directory", "precondition_failed"],
  }),
  remove: operation({
    ...write,
    id: "deleteEntry",
    method: "DELETE",
    path: `${FS}/files`,
    summary:
      "Delete a file or directory; the header `X-Trash-Id` of the response is its item in the trash",
    query: PathQuery.extend({
      recursive: QueryBoolean.meta({ description: "Delete a directory and everything below it." }),
    }),
    headers: IF_MATCH,
    result: noResult,
    status: 204,
    errors: [
      "path_not_found",
      "not_a_directory",
      "directory_not_empty",
      "root_forbidden",
      "precondition_failed",
    ],
  }),
  stat: operation({
    ...read,
    id: "statEntry",
    method: "GET",
    path: `${FS}/files:stat`,
    summary: "Get the metadata of an entry, by its path or by its node",
    query: StatQuery,
    example: { query: { path: "/tickets/4711.json" } },
    result: Stat,
    errors: ["path_not_found", "not_a_directory"],
  }),
  list: operation({
    ...read,
    id: "listEntries",
    method: "GET",
    path: `${FS}/entries`,
    summary:
      "List a directory; siblings sorted by the bytes of their names, a directory before its contents",
    query: PathQuery.extend({
      recursive: QueryBoolean.meta({
        description:
          "List everything below the path; a path that does not exist is then not an error.",
      }),
      limit: QueryInt(1, LIMITS.pageItems, LIMITS.pageItems),
      page_token: PageToken.optional(),
      ...Fields.shape,
    }),
    example: { query: { path: "/tickets" }, result: { root: DIRECTORY, next_page_token: null } },
    result: z.object({
      root: Entry.nullable(),
      entries: z.array(Entry),
      cursor: Cursor.meta({
        description:
          "Position in the change history taken before the first page; identical on every page.",
      }),
      next_page_token: PageToken.nullable(),
    }),
    errors: ["path_not_found", "not_a_directory"],
  }),
  search,
  archive,
  makeDirectory: operation({
    ...write,
    id: "makeDirectory",
    method: "POST",
    path: `${FS}/directories`,
    summary: "Create a directory",
    example: { result: { ...DIRECTORY, path: "/tickets/closed" } },
    query: Fields,
    body: z.strictObject({
      path: Path.meta({ example: "/tickets/closed" }),
      parents: z.boolean().default(false),
      mode: Mode.prefault("0755"),
      ...stampInBody,
    }),
    result: Entry,
    status: 201,
    errors: [
      "already_exists",
      "parent_not_found",
      "not_a_directory",
      "entry_quota_exceeded",
      "organisation_entry_quota_exceeded",
    ],
  }),
  ...transfers,
  batch,
};
