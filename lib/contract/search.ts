import { z } from "zod";

import { FileInfo, FilesystemParams, PageToken, PathQuery, QueryBoolean, QueryInt } from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { NO_NUL, utf8Length } from "./path";

/** A part of a name. */
const NamePart = z
  .string()
  .min(1)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), {
    message: "must be valid Unicode without NUL",
    params: { type: "path_encoding" },
  })
  .refine((text) => utf8Length(text) <= LIMITS.segmentBytes, {
    message: `must be at most ${LIMITS.segmentBytes} bytes long`,
    params: { type: "name_too_long" },
  })
  .meta({
    description: "A part of the name, in any case.",
    pattern: NO_NUL,
    maxLength: LIMITS.segmentBytes,
    example: "invoice",
  });

export const search = operation({
  access: { scope: "filesystem", mode: "ro", needs: "files:read", mounts: true },
  rate: "files",
  params: FilesystemParams,
  status: 200,
  id: "searchEntries",
  method: "GET",
  path: "/api/v1/orgs/{org_id}/filesystems/{fs_id}/search",
  summary: "Find entries below a directory by a part of their names",
  query: PathQuery.extend({
    query: NamePart,
    recursive: QueryBoolean.meta({
      description: "Search all levels below the directory, not only its own entries.",
    }),
    limit: QueryInt(1, LIMITS.pageItems, 100),
    page_token: PageToken.optional(),
  }),
  result: z.object({
    entries: z.array(FileInfo).meta({
      description:
        "In no particular order, but the entries of a directory follow one another by name.",
    }),
    next_page_token: PageToken.nullable().meta({
      description: "Null: everything was searched. A page can have no entries and a token.",
    }),
  }),
  errors: ["path_not_found", "not_a_directory"],
});
