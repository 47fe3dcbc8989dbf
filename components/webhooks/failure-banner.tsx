"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Template } from "@/components/layout/template";
import { Countdown } from "@/components/ui/countdown";
import { useNow } from "@/components/ui/use-now";
import type { Delivery } from "@/console/queries/deliveries";
import type { Webhook } from "@/console/queries/webhooks";
import { statusOf } from "@/console/state/webhook-status";
import { deadlineOf } from "@/console/text/ago";
import { elapsedOf } from "@/console/text/duration";
import { lastFailureOf } from "@/console/text/failure-messages";
import { text } from "@/console/text/webhook-health";

type Props = {
  webhook: Pick<
    Webhook,
    "state" | "disabled_reason" | "failing_since" | "last_failure" | "next_attempt_at"
  > & { last_failure_detail?: string | null };
  /** The delivery that is waiting or being sent, if there is one. */
  current: Delivery | undefined;
};

/** Why a webhook is unhealthy, since when, what happens next and what to do; nothing if it is healthy. */
export function FailureBanner({ webhook, current }: Props) {
  const now = useNow();
  const status = statusOf(webhook, now);
  if (status.kind === "healthy" || status.kind === "paused") return null;
  if (status.kind === "disabled" && status.reason === "access_revoked")
    return (
      <Banner title={text.bannerRevoked}>
        <p>{text.bannerRevokedAbout}</p>
      </Banner>
    );
  const failure = lastFailureOf(webhook);
  if (status.kind === "disabled")
    return (
      <Banner title={text.bannerDisabled}>
        <p>
          {failure?.what} {failure?.remedy}
        </p>
        <p>{text.bannerDisabledAbout}</p>
      </Banner>
    );
  const attempts = current?.attempts.filter(({ outcome }) => outcome !== "ours").length ?? 0;
  return (
    <Banner title={failure?.what ?? text.lastAttemptFailed}>
      <p>{failure?.remedy}</p>
      <p>
        {text.unhealthyFor(status.kind, elapsedOf(now - status.since), attempts)}{" "}
        <NextAttempt webhook={webhook} current={current} />{" "}
        {text.fixBefore(deadlineOf(status.disablesAt))}
      </p>
    </Banner>
  );
}

function NextAttempt({ webhook, current }: Props) {
  if (current?.status === "in_flight") return text.sendingNow;
  if (webhook.next_attempt_at === null) return null;
  return (
    <Template
      text={text.weRetry}
      slots={{ countdown: <Countdown to={webhook.next_attempt_at} /> }}
    />
  );
}

function Banner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={text.problem}
      className="border-warn/30 bg-warn-soft rounded-control flex gap-2.5 border px-3.5 py-3"
    >
      <TriangleAlert aria-hidden className="text-warn mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        {/* Only the title is a live region: a screen reader would read the countdown every second. */}
        <output className="block font-semibold">{title}</output>
        {children}
      </div>
    </section>
  );
}
