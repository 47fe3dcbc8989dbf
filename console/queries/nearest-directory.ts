import { queryOptions } from "@tanstack/react-query";

import { trailOf } from "@/console/state/paths";
import { entriesApi } from "@/lib/api-client/calls/entries";
import { request, RequestError } from "@/lib/api-client/request";

import type { FilesystemIds } from "./webhooks";

// Above these the root is near enough.
const MOST_LOOKED_AT = 16;

/** The nearest directory above a path that exists. */
export const nearestDirectoryQuery = (params: FilesystemIds, path: string) =>
  queryOptions({
    queryKey: ["orgs", params.org_id, "filesystems", params.fs_id, "nearest", path],
    async queryFn({ signal }) {
      const above = trailOf(path).slice(1, -1).toReversed();
      for (const directory of above.slice(0, MOST_LOOKED_AT)) {
        const query = { path: directory };
        const found = await request(entriesApi.stat, { params, query, signal }).catch(whenRefused);
        if (found?.type === "directory") return directory;
      }
      return "/";
    },
    gcTime: 0,
  });

function whenRefused(error: unknown): null {
  if (error instanceof RequestError && error.status >= 400 && error.status < 500) return null;
  throw error;
}
