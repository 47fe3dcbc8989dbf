import { queryOptions } from "@tanstack/react-query";

import { filesystemsApi } from "@/lib/api-client/calls/filesystems";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";

import { filesystemsKey } from "./filesystems";

/** The API keys with access to a filesystem, and their modes. */
export const grantsQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...filesystemsKey(orgId), fsId, "grants"],
    queryFn: ({ signal }) =>
      readAll(
        (page) =>
          request(filesystemsApi.listGrants, {
            params: { org_id: orgId, fs_id: fsId },
            query: page,
            signal,
          }),
        (grant) => grant.api_key_id,
      ),
  });

/** Grants an API key access to a filesystem. */
export const setGrant = (
  orgId: string,
  fsId: string,
  grant: { api_key_id: string; mode: "ro" | "rw" },
) => request(filesystemsApi.setGrant, { params: { org_id: orgId, fs_id: fsId }, body: grant });

/** Revokes an API key's access to a filesystem. */
export const removeGrant = (orgId: string, fsId: string, keyId: string) =>
  request(filesystemsApi.removeGrant, { params: { org_id: orgId, fs_id: fsId, key_id: keyId } });
