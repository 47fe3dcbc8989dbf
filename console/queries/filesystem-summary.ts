import { queryOptions } from "@tanstack/react-query";

import { statusOf, type WebhookStatus } from "@/console/state/webhook-status";
import { usageApi } from "@/lib/api-client/calls/usage";
import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { request } from "@/lib/api-client/request";

import { filesystemsKey } from "./filesystems";
import type { Webhook } from "./webhooks";

/** The webhooks of a filesystem by status. */
export type WebhookCounts = Record<"total" | Exclude<WebhookStatus["kind"], "healthy">, number>;

/** The usage of a filesystem and the status of its webhooks, for a row in a list. */
export const filesystemSummaryQuery = (orgId: string, fsId: string) =>
  queryOptions({
    queryKey: [...filesystemsKey(orgId), fsId, "summary"],
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
