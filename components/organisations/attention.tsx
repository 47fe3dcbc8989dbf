"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { useNow } from "@/components/ui/use-now";
import { FailingPill } from "@/components/webhooks/failing-pill";
import { webhookRoutes } from "@/components/webhooks/routes";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import { allWebhooksQuery } from "@/console/queries/organisation-webhooks";
import { unhealthyOf, webhookCountsQuery } from "@/console/queries/webhook-counts";
import type { Webhook } from "@/console/queries/webhooks";
import { byUrgency, statusOf } from "@/console/state/webhook-status";
import { lastCauseOf } from "@/console/text/failure-causes";
import { text } from "@/console/text/overview";
import { text as health } from "@/console/text/webhook-health";
import { webhookLabel } from "@/console/text/webhook-label";

import { useKeyItems, useLimitItems } from "./attention-items";

const RecoveryActions = lazyWithRetry(
  async () => (await import("@/components/webhooks/recovery-actions")).RecoveryActions,
);

// Further ones are a page of their own.
const SHOWN = 5;

/** What is wrong in the organisation, each with the page that helps; or that nothing is. */
export function Attention() {
  const { id: orgId } = useOrganisation();
  const { data: counts } = useQuery(webhookCountsQuery(orgId));
  const now = useNow();
  const unhealthy =
    useInfiniteQuery(allWebhooksQuery(orgId, "unhealthy"))
      .data?.pages.flat()
      .toSorted(byUrgency(now)) ?? [];
  const others = [...useKeyItems(), ...useLimitItems()];
  if (counts === undefined) return null;
  if (unhealthy.length + others.length === 0)
    return (
      <p className="flex items-center gap-2">
        <CircleCheck aria-hidden className="text-good size-4 shrink-0" />
        {text.allWell(counts.healthy)}
      </p>
    );
  const hidden = unhealthy.length > SHOWN;
  return (
    <Card
      title={text.attention}
      action={
        hidden && (
          <Link
            className="text-tide text-sm underline-offset-4 hover:underline"
            href={`/o/${orgId}/webhooks?status=unhealthy`}
          >
            {text.viewUnhealthy(unhealthyOf(counts))}
          </Link>
        )
      }
    >
      <ul className="divide-line divide-y">
        {unhealthy.slice(0, SHOWN).map((webhook) => (
          <UnhealthyWebhook key={webhook.id} webhook={webhook} />
        ))}
        {others.map(({ key, ...item }) => (
          <Item key={key} {...item} />
        ))}
      </ul>
    </Card>
  );
}

function UnhealthyWebhook({ webhook }: { webhook: Webhook }) {
  const { id: orgId, canWrite } = useOrganisation();
  const { data: filesystems } = useQuery(namedFilesystemsQuery(orgId));
  const label = webhookLabel(webhook);
  const filesystem = filesystems?.find(({ id }) => id === webhook.filesystem_id)?.name;
  const params = { org_id: orgId, fs_id: webhook.filesystem_id };
  return (
    <Item
      isBad={statusOf(webhook, useNow()).kind !== "retrying"}
      title={
        <>
          {filesystem === undefined ? label : text.inFilesystem(label, filesystem)}
          <FailingPill webhook={webhook} />
        </>
      }
      about={
        webhook.disabled_reason === "access_revoked"
          ? health.creatorLost
          : [lastCauseOf(webhook), text.pendingChanges(webhook.pending_changes)].join(" ")
      }
      href={webhookRoutes(params).one(webhook.id)}
      action={text.viewWebhook}
    >
      {canWrite && (
        <RecoveryActions
          params={{ ...params, webhook_id: webhook.id }}
          webhook={webhook}
          size="sm"
        />
      )}
    </Item>
  );
}

type ItemProps = {
  /** Worse than a warning. */
  isBad?: boolean;
  title: ReactNode;
  about: ReactNode;
  href: string;
  action: string;
  /** Further actions. */
  children?: ReactNode;
};

function Item({ isBad = false, title, about, href, action, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <TriangleAlert
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 self-start ${isBad ? "text-bad" : "text-warn"}`}
      />
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
          {title}
        </p>
        <p className="text-muted text-sm">{about}</p>
      </div>
      {children}
      <Link className="text-tide text-sm underline-offset-4 hover:underline" href={href}>
        {action}
      </Link>
    </li>
  );
}
