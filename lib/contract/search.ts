import { z } from "zod";

import { FileInfo, FilesystemParams, PageToken, PathQuery, QueryBoolean, QueryInt } from "./common";
import { LIMITS } from "./limits";
import { operation } from "./operation";
import { textPart } from "./text-part";

const NamePart = textPart(LIMITS.segmentBytes, "name_too_long", {
  description: "A part of the name, in any case.",
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
  example: { query: { path: "/tickets", query: "4711" }, result: { next_page_token: null } },
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
