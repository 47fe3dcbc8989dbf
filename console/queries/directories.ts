import { queryOptions } from "@tanstack/react-query";

import { entriesApi } from "@/lib/api-client/calls/entries";
import { request } from "@/lib/api-client/request";

import type { FilesystemIds } from "./webhooks";

// Anyone who has more entries in one directory types the rest.
const LOOKED_AT = 1_000;

/** The directories that lie in a directory, by name, of its first thousand entries; none where there is no such path. */
export const directoriesQuery = (params: FilesystemIds, path: string) =>
  queryOptions({
    queryKey: ["orgs", params.org_id, "filesystems", params.fs_id, "directories", path],
    queryFn: async ({ signal }) => {
      const query = { path, limit: String(LOOKED_AT) };
      const { entries } = await request(entriesApi.list, { params, query, signal });
      return entries.filter(({ type }) => type === "directory").map((entry) => entry.path);
    },
    retry: false,
  });
