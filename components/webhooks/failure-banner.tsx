"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Ago } from "@/components/ui/ago";
import { Countdown } from "@/components/ui/countdown";
import { useNow } from "@/components/ui/use-now";
import type { Delivery } from "@/console/queries/deliveries";
import type { Webhook } from "@/console/queries/webhooks";
import { statusOf } from "@/console/state/webhook-status";
import { spanOf } from "@/console/text/duration";
import { detailMessage, failureMessage } from "@/console/text/failure-messages";

type Props = {
  webhook: Webhook;
  /** The message that waits or is being sent, if there is one. */
  current: Delivery | undefined;
};

/** What is wrong with a webhook, since when, what happens next, and what to do; nothing while all is well. */
export function FailureBanner({ webhook, current }: Props) {
  const now = useNow();
  const status = statusOf(webhook, now);
  if (status.kind === "active") return null;
  if (status.kind === "disabled" && status.reason === "access_revoked")
    return (
      <Banner title="Disabled: whoever made this webhook cannot read the filesystem any more.">
        <p>It stays disabled for good. Create another one to go on.</p>
      </Banner>
    );
  const words = webhook.last_failure === null ? null : failureMessage(webhook.last_failure);
  const detail = detailMessage(current?.attempts.at(-1)?.detail ?? null);
  if (status.kind === "disabled")
    return (
      <Banner title="Disabled: it failed for 24 hours.">
        <p>
          {words?.what} {words?.remedy}
        </p>
        <p>Enable it when the endpoint works: its next message tells it to list the files.</p>
      </Banner>
    );
  const failed = current?.attempts.filter(({ outcome }) => outcome !== "ours").length ?? 0;
  return (
    <Banner title={detail ?? words?.what ?? "The last attempt failed."}>
      <p>{words?.remedy}</p>
      <p>
        Failing since {webhook.failing_since !== null && <Ago at={webhook.failing_since} />}
        {failed > 0 && `, ${failed} attempt${failed === 1 ? "" : "s"} at this message`}.{" "}
        <Next webhook={webhook} current={current} /> Unless one succeeds, the webhook is disabled in{" "}
        {spanOf(status.disablesAt - now)}.
      </p>
    </Banner>
  );
}

function Next({ webhook, current }: Props) {
  if (current?.status === "in_flight") return "An attempt is under way.";
  if (webhook.next_attempt_at === null) return null;
  return (
    <>
      Next attempt in <Countdown to={webhook.next_attempt_at} />.
    </>
  );
}

function Banner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label="What is wrong"
      className="border-warn/30 bg-warn-soft rounded-control flex gap-2.5 border px-3.5 py-3"
    >
      <TriangleAlert aria-hidden className="text-warn mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        {/* Only the title is announced: a countdown would be read out every second. */}
        <output className="block font-semibold">{title}</output>
        {children}
      </div>
    </section>
  );
}
