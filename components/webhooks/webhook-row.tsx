"use client";

import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Countdown } from "@/components/ui/countdown";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { isHealthy } from "@/console/state/is-healthy";
import { text } from "@/console/text/webhook-list";
import { text as shared } from "@/console/text/webhooks";

import { PathPrefix } from "./path-prefix";
import { webhookRoutes } from "./routes";
import { Sparkline } from "./sparkline";
import { StatusPill } from "./status-pill";
import { WebhookAddress } from "./webhook-address";

const FailingNote = lazyWithRetry(
  async () => (await import("./failing")).FailingNote,
  <Skeleton className="h-7 w-80 max-w-full" />,
);

type Props = {
  params: WebhookIds;
  webhook: Webhook;
  /** The name of its filesystem, in a list of several filesystems' webhooks. */
  filesystem?: string | undefined;
};

/** A webhook in a list: its status, its last 24 hours and its backlog. */
export function WebhookRow({ params, webhook, filesystem }: Props) {
  return (
    <article className="flex flex-col gap-x-6 gap-y-3 px-5 py-4 sm:flex-row">
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <Link
            href={webhookRoutes(params).one(webhook.id)}
            className="hover:text-tide min-w-0 underline-offset-4 hover:underline"
          >
            <WebhookAddress url={webhook.url} />
          </Link>
          <StatusPill webhook={webhook} />
        </div>
        {webhook.description !== "" && (
          <p className="text-sm wrap-anywhere">{webhook.description}</p>
        )}
        {webhook.state !== "paused" && !isHealthy(webhook) && (
          <FailingNote params={params} webhook={webhook} />
        )}
        <Facts webhook={webhook} filesystem={filesystem} />
      </div>
      {/* A request each, which is too much for a long list. */}
      {filesystem === undefined && <Sparkline params={params} />}
    </article>
  );
}

// What is as it should be goes without saying where a row would take nine lines.
const USUAL = "max-sm:hidden";

function Facts({ webhook, filesystem }: Omit<Props, "params">) {
  const isUpToDate = webhook.pending_changes === 0 && !webhook.pending_message;
  return (
    <dl className="text-muted flex flex-wrap gap-x-6 gap-y-1 text-sm [&_dd]:inline [&_dt]:inline">
      {filesystem !== undefined && (
        <div>
          <dt>{text.filesystem}</dt> <dd className="text-ink">{filesystem}</dd>
        </div>
      )}
      <div className={webhook.path_prefix === "/" ? USUAL : ""}>
        <dt>{shared.path}</dt>{" "}
        <dd>
          <PathPrefix prefix={webhook.path_prefix} />
        </dd>
      </div>
      <div>
        <dt>{text.lastDelivery}</dt>{" "}
        <dd className="text-ink">
          {webhook.last_success_at === null ? text.never : <Ago at={webhook.last_success_at} />}
        </dd>
      </div>
      {/* Enabled again, it starts with a resync. */}
      {webhook.state !== "disabled" && (
        <div className={isUpToDate ? USUAL : ""}>
          <dt>{shared.backlog}</dt>{" "}
          <dd className="text-ink tabular-nums">
            {shared.pending(webhook.pending_changes, webhook.pending_message)}
            {webhook.pending_since !== null && (
              <Template
                text={text.pendingOldest}
                slots={{ time: <Ago at={webhook.pending_since} /> }}
              />
            )}
          </dd>
        </div>
      )}
      {webhook.next_attempt_at !== null && (
        <div>
          <dt>{text.nextAttempt}</dt>{" "}
          <dd className="text-ink">
            <Countdown to={webhook.next_attempt_at} />
          </dd>
        </div>
      )}
    </dl>
  );
}
