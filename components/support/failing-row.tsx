"use client";

import { Template } from "@/components/layout/template";
import { Ago } from "@/components/ui/ago";
import { Countdown } from "@/components/ui/countdown";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/webhooks/status-pill";
import type { SupportWebhook } from "@/console/queries/support";
import { text } from "@/console/text/support";
import { shortId } from "@/console/text/webhook-label";
import { webhookName } from "@/console/text/webhook-name";

/** One failing webhook as a row of the list. */
export function FailingRow({ webhook }: { webhook: SupportWebhook }) {
  return (
    <Link
      href={`/support/webhooks/${webhook.webhook_id}`}
      className="hover:bg-well grid gap-x-6 gap-y-1.5 px-5 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_13.5rem] md:items-center"
    >
      <span className="min-w-0">
        <span className="block font-mono text-sm font-semibold wrap-anywhere">
          {webhookName(webhook.host)}{" "}
          <span className="text-muted text-xs font-normal">{shortId(webhook.webhook_id)}</span>
        </span>
        <span className="text-muted block truncate text-sm">{webhook.org_name}</span>
      </span>
      <span className="min-w-0">
        <span className="text-bad block font-mono text-xs leading-5">{webhook.last_failure}</span>
        <span className="text-muted block text-sm">
          {webhook.failing_since !== null && (
            <Template
              text={webhook.next_attempt_at === null ? text.firstFailure : text.failedAndRetries}
              slots={{
                time: <Ago at={webhook.failing_since} />,
                countdown: webhook.next_attempt_at && <Countdown to={webhook.next_attempt_at} />,
              }}
            />
          )}
        </span>
      </span>
      <span>
        <StatusPill webhook={webhook} />
      </span>
    </Link>
  );
}
