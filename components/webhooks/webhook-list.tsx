"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";

import { Page } from "@/components/console/page";
import { Failure } from "@/components/forms/failure";
import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { Countdown } from "@/components/ui/countdown";
import { Skeleton } from "@/components/ui/skeleton";
import { takeWebhooksEvent } from "@/lib/client/webhook-events";
import {
  type FilesystemIds,
  type Webhook,
  webhooksQuery,
  webhooksStream,
} from "@/lib/client/webhooks";

import { LiveMark } from "./live-mark";
import { NoWebhooks } from "./no-webhooks";
import { placesOf } from "./places";
import { StatusPill } from "./status-pill";
import { useLive } from "./use-live";
import { WebhookAddress } from "./webhook-address";

// Specification, "Limits".
const MOST = 5;

/** The webhooks of a filesystem and how each stands at this moment. */
export function WebhookList(params: FilesystemIds) {
  const cache = useQueryClient();
  const live = useLive(webhooksStream(params), (event) => takeWebhooksEvent(cache, params, event));
  const { data: webhooks, error } = useQuery(webhooksQuery(params));
  const places = placesOf(params);
  return (
    <Page
      title="Webhooks"
      description="Each tells a backend of yours of every change in this filesystem. There may be five."
      actions={
        webhooks !== undefined &&
        webhooks.length > 0 &&
        webhooks.length < MOST && (
          <Button asChild>
            <Link href={places.new}>
              <Plus aria-hidden /> New webhook
            </Link>
          </Button>
        )
      }
    >
      <Failure error={webhooks === undefined ? error : null} />
      {webhooks === undefined && error === null && <Skeleton className="h-40" />}
      {webhooks?.length === 0 && <NoWebhooks {...params} />}
      {webhooks !== undefined && webhooks.length > 0 && (
        <section aria-label="Webhooks" className="flex flex-col gap-3">
          <LiveMark state={live} />
          <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <Row webhook={webhook} href={places.one(webhook.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}

function Row({ webhook, href }: { webhook: Webhook; href: string }) {
  return (
    <article className="flex flex-col gap-2.5 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Link
          href={href}
          className="hover:text-tide min-w-0 flex-1 basis-60 underline-offset-4 hover:underline"
        >
          <WebhookAddress url={webhook.url} />
        </Link>
        <StatusPill webhook={webhook} />
      </div>
      <dl className="text-muted flex flex-wrap gap-x-6 gap-y-1 text-sm [&_dd]:inline [&_dt]:inline">
        <div>
          <dt>Below</dt> <dd className="text-ink font-mono wrap-anywhere">{webhook.path_prefix}</dd>
        </div>
        <div>
          <dt>Last delivery</dt>{" "}
          <dd className="text-ink">
            {webhook.last_success_at === null ? "none yet" : <Ago at={webhook.last_success_at} />}
          </dd>
        </div>
        <div>
          <dt>Pending</dt>{" "}
          <dd className="text-ink tabular-nums">
            {pendingOf(webhook)}
            {webhook.pending_since !== null && (
              <>
                , oldest <Ago at={webhook.pending_since} />
              </>
            )}
          </dd>
        </div>
        {webhook.next_attempt_at !== null && (
          <div>
            <dt>Next attempt in</dt>{" "}
            <dd className="text-ink">
              <Countdown to={webhook.next_attempt_at} />
            </dd>
          </div>
        )}
      </dl>
    </article>
  );
}

// The service stops counting there.
const MOST_COUNTED = 1_000;

function pendingOf({ pending_changes: count }: Webhook): string {
  if (count === 0) return "nothing";
  if (count >= MOST_COUNTED) return "1,000 changes or more";
  return `${count} change${count === 1 ? "" : "s"}`;
}
