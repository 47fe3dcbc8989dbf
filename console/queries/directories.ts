import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import type { FilesystemIds } from "./webhooks";

// In a larger directory, the rest can only be typed.
const MAX_ENTRIES = 1_000;

/** The directories among the first 1,000 entries of a directory, by name. */
export const directoriesQuery = (params: FilesystemIds, path: string) =>
  queryOptions({
    queryKey: ["orgs", params.org_id, "filesystems", params.fs_id, "directories", path],
    queryFn: async ({ signal }) => {
      const query = { path, limit: String(MAX_ENTRIES) };
      const { entries } = await request(api.entries.list, { params, query, signal });
      return entries.filter(({ type }) => type === "directory").map((entry) => entry.path);
    },
    retry: false,
  });
