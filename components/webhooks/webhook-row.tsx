"use client";

import Link from "next/link";

import { Ago } from "@/components/ui/ago";
import { Countdown } from "@/components/ui/countdown";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";

import { placesOf } from "./routes";
import { Sparkline } from "./sparkline";
import { StatusPill } from "./status-pill";
import { WebhookAddress } from "./webhook-address";

/** A webhook in the list: how it stands, what became of its day, and how far it is behind. */
export function WebhookRow({ params, webhook }: { params: WebhookIds; webhook: Webhook }) {
  return (
    <article className="flex flex-col gap-x-6 gap-y-3 px-5 py-4 sm:flex-row">
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <Link
            href={placesOf(params).one(webhook.id)}
            className="hover:text-tide min-w-0 underline-offset-4 hover:underline"
          >
            <WebhookAddress url={webhook.url} />
          </Link>
          <StatusPill webhook={webhook} />
        </div>
        <Facts webhook={webhook} />
      </div>
      <Sparkline params={params} />
    </article>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
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
        <dt>Behind by</dt>{" "}
        <dd className="text-ink tabular-nums">
          {lagOf(webhook)}
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
  );
}

// The service stops counting there.
const MOST_COUNTED = 1_000;

function lagOf({ pending_changes: count }: Webhook): string {
  if (count === 0) return "nothing";
  if (count >= MOST_COUNTED) return "1,000 changes or more";
  return `${count} change${count === 1 ? "" : "s"}`;
}
