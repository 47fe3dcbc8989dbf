import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { statusOf, type WebhookStatus } from "@/console/state/webhook-status";
import { filesystemsApi } from "@/lib/api-client/calls/filesystems";
import { usageApi } from "@/lib/api-client/calls/usage";
import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { readAll } from "@/lib/api-client/read-all";
import { request } from "@/lib/api-client/request";
import type { filesystems } from "@/lib/contract/filesystems";

import type { Webhook } from "./webhooks";

export type Filesystem = z.infer<typeof filesystems.get.result>;

/** The cache key of everything about one filesystem. */
const keyOf = (orgId: string, fsId: string) => ["orgs", orgId, "filesystems", fsId] as const;

/** The cache key of the list of filesystems and everything about each of them. */
export const filesystemsKey = (orgId: string) => ["orgs", orgId, "filesystems"] as const;

/** All filesystems of an organisation, oldest first. */
export const filesystemsQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...filesystemsKey(orgId), "list"],
    queryFn: ({ signal }) =>
      readAll(
        (page) => request(filesystemsApi.list, { params: { org_id: orgId }, query: page, signal }),
        ({ id }) => id,
      ),
  });

/** The filesystems that the overview shows; the complete list is a page of its own. */
export const newestOf = (all: readonly Filesystem[]) => all.toReversed().slice(0, 5);

/** One filesystem. */
export const filesystemQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "self"],
    queryFn: ({ signal }) =>
      request(filesystemsApi.get, { params: { org_id: orgId, fs_id: fsId }, signal }),
  });

/** The webhooks of a filesystem by status. */
export type WebhookCounts = Record<"total" | Exclude<WebhookStatus["kind"], "healthy">, number>;

/** The usage of a filesystem and the status of its webhooks, for a row in a list. */
export const filesystemSummaryQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "summary"],
    queryFn: async ({ signal }) => {
      const params = { org_id: orgId, fs_id: fsId };
      const [usage, webhooks] = await Promise.all([
        request(usageApi.get, { params, signal }),
        request(webhooksApi.list, { params, query: { limit: "1000" }, signal }),
      ]);
      return { usage, webhooks: countStatuses(webhooks, Date.now()) };
    },
    staleTime: 10_000,
  });

function countStatuses(webhooks: readonly Webhook[], now: number): WebhookCounts {
  const counts = { total: webhooks.length, retrying: 0, failing: 0, paused: 0, disabled: 0 };
  for (const webhook of webhooks) {
    const { kind } = statusOf(webhook, now);
    if (kind !== "healthy") counts[kind]++;
  }
  return counts;
}

/** The API keys with access to a filesystem, and their modes. */
export const grantsQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...keyOf(orgId, fsId), "grants"],
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

/** Creates a filesystem. */
export const createFilesystem = (orgId: string, name: string) =>
  request(filesystemsApi.create, { params: { org_id: orgId }, body: { name } });

/** Renames a filesystem, or changes what its trash keeps. */
export const updateFilesystem = (
  orgId: string,
  fsId: string,
  body: z.input<typeof filesystems.update.body>,
) => request(filesystemsApi.update, { params: { org_id: orgId, fs_id: fsId }, body });

/** Deletes a filesystem permanently. */
export const deleteFilesystem = (orgId: string, fsId: string) =>
  request(filesystemsApi.delete, { params: { org_id: orgId, fs_id: fsId } });

/** Grants an API key access to a filesystem. */
export const setGrant = (
  orgId: string,
  fsId: string,
  grant: { api_key_id: string; mode: "ro" | "rw" },
) => request(filesystemsApi.setGrant, { params: { org_id: orgId, fs_id: fsId }, body: grant });

/** Revokes an API key's access to a filesystem. */
export const removeGrant = (orgId: string, fsId: string, keyId: string) =>
  request(filesystemsApi.removeGrant, { params: { org_id: orgId, fs_id: fsId, key_id: keyId } });
