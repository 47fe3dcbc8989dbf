"use client";

import Link from "next/link";

import { Ago } from "@/components/ui/ago";
import { Countdown } from "@/components/ui/countdown";
import { StatusPill } from "@/components/webhooks/status-pill";
import type { SupportWebhook } from "@/console/queries/support";

/** One webhook in trouble in a line. */
export function TroubledRow({ webhook }: { webhook: SupportWebhook }) {
  return (
    <Link
      href={`/support/webhooks/${webhook.webhook_id}`}
      className="hover:bg-well flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3"
    >
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-mono text-sm font-semibold wrap-anywhere">{webhook.host}</span>
        <span className="text-muted block truncate text-sm">{webhook.org_name}</span>
      </span>
      <span className="text-bad font-mono text-xs">{webhook.last_failure}</span>
      <span className="text-muted text-sm">
        {webhook.failing_since !== null && (
          <>
            first failed <Ago at={webhook.failing_since} />
          </>
        )}
        {webhook.next_attempt_at !== null && (
          <>
            , next in <Countdown to={webhook.next_attempt_at} />
          </>
        )}
      </span>
      <StatusPill webhook={webhook} />
    </Link>
  );
}
