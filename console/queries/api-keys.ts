import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { apiKeysApi } from "@/lib/api-client/calls/api-keys";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";
import type { apiKeys } from "@/lib/contract/api-keys";

export type ApiKey = z.infer<typeof apiKeys.list.result>[number];

/** The API keys that are not revoked; for owners and admins. */
export const apiKeysQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "keys"],
    queryFn: ({ signal }) =>
      readAll(
        (page) => request(apiKeysApi.list, { params: { org_id: orgId }, query: page, signal }),
        ({ id }) => id,
      ),
  });

/** What ends with an API key, as it is when a dialog opens. */
export const keyUsesQuery = (orgId: string, id: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "keys", id, "uses"],
    queryFn: ({ signal }) =>
      request(apiKeysApi.uses, { params: { org_id: orgId, key_id: id }, signal }),
    staleTime: 0,
  });

export type KeyGrant = z.infer<typeof apiKeys.grants.result>[number];

/** What an API key has access to. */
export const keyGrantsQuery = (orgId: string, id: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "keys", id, "grants"],
    queryFn: ({ signal }) =>
      readAll(
        (page) =>
          request(apiKeysApi.grants, {
            params: { org_id: orgId, key_id: id },
            query: page,
            signal,
          }),
        (grant) => grant.filesystem_id,
      ),
    staleTime: 0,
  });

export type KeyDay = z.infer<typeof apiKeys.requests.result>[number];

/** The requests with an API key on each of the last days. */
export const keyRequestsQuery = (orgId: string, id: string, days: number) =>
  queryOptions({
    queryKey: [...apiKeysQuery(orgId).queryKey, id, "requests", days],
    queryFn: ({ signal }) =>
      request(apiKeysApi.requests, {
        params: { org_id: orgId, key_id: id },
        query: { days: String(days) },
        signal,
      }),
    staleTime: 0,
  });

/** Renames an API key or changes when it expires. */
export const updateApiKey = (
  orgId: string,
  id: string,
  body: z.input<typeof apiKeys.update.body>,
) => request(apiKeysApi.update, { params: { org_id: orgId, key_id: id }, body });

/** Makes an API key; the answer alone holds the key itself. */
export const createApiKey = (orgId: string, body: z.input<typeof apiKeys.create.body>) =>
  request(apiKeysApi.create, { params: { org_id: orgId }, body });

/** Gives an API key a new secret, which only the response has. */
export const rotateApiKey = (
  orgId: string,
  id: string,
  body: z.input<typeof apiKeys.rotate.body>,
) => request(apiKeysApi.rotate, { params: { org_id: orgId, key_id: id }, body });

/** Revokes an API key for good. */
export const revokeApiKey = (orgId: string, id: string) =>
  request(apiKeysApi.revoke, { params: { org_id: orgId, key_id: id } });
