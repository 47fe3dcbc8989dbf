"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { Template } from "@/components/layout/template";
import { Countdown } from "@/components/ui/countdown";
import { useMoment } from "@/components/ui/use-moment";
import { useNow } from "@/components/ui/use-now";
import type { Delivery } from "@/console/queries/deliveries";
import type { Webhook } from "@/console/queries/webhooks";
import { statusOf } from "@/console/state/webhook-status";
import { elapsedOf } from "@/console/text/duration";
import { lastCauseOf } from "@/console/text/failure-causes";
import { type Reader, remedyOf } from "@/console/text/failure-remedies";
import type { forStaff } from "@/console/text/for-staff";
import { text } from "@/console/text/webhook-health";

type Props = {
  webhook: Parameters<typeof statusOf>[0] &
    Pick<Webhook, "last_failure" | "last_failure_at" | "next_attempt_at"> & {
      url: string;
      last_failure_detail?: string | null;
    };
  /** The delivery that is waiting or being sent, if there is one. */
  current: Delivery | undefined;
  reader?: Reader;
  /** What support staff read instead. */
  staff?: typeof forStaff;
};

/** Why a webhook fails, since when, what happens next and what to do; nothing if it is healthy. */
export function FailureBanner({ webhook, current, reader = "viewer", staff }: Props) {
  const now = useNow();
  const moment = useMoment();
  const status = statusOf(webhook, now);
  if (status.kind === "healthy" || status.kind === "paused") return null;
  const cause = lastCauseOf(webhook) ?? text.lastAttemptFailed;
  const { last_failure: code, last_failure_at: failedAt, last_failure_detail: detail } = webhook;
  const time = failedAt === null ? "" : moment.format(new Date(failedAt));
  const failed = code !== null && { code, detail: detail ?? null, time, url: webhook.url };
  const remedy = failed && (staff ? staff.remedy(failed) : remedyOf(failed, reader));
  const title = staff ? staff.about(cause) : cause;
  if (status.kind === "disabled")
    return (
      <Banner tone="bad" title={text.bannerDisabled}>
        <p>
          {title} {remedy}
        </p>
        <p>{staff ? staff.disabledAbout : text.bannerDisabledAbout[reader]}</p>
      </Banner>
    );
  const attempts = current?.attempts.filter(({ outcome }) => outcome !== "ours").length ?? 0;
  return (
    <Banner tone={status.kind === "failing" ? "bad" : "warn"} title={title}>
      <p>{remedy}</p>
      <p>
        {text.unhealthyFor(status.kind, elapsedOf(now - status.since), attempts)}{" "}
        {/* A listener that has ended is deleted long before that. */}
        {detail !== "no_listener" && (
          <>
            <NextAttempt webhook={webhook} current={current} />{" "}
            {/* An attempt in flight decides. */}
            {status.disablesAt <= now
              ? text.fixNow
              : (staff ? staff.disabledOn : text.fixBy)(moment.format(status.disablesAt))}
          </>
        )}
      </p>
    </Banner>
  );
}

function NextAttempt({ webhook, current }: Pick<Props, "webhook" | "current">) {
  if (current?.status === "in_flight") return text.sendingNow;
  if (webhook.next_attempt_at === null) return null;
  return (
    <Template
      text={text.weRetry}
      slots={{ countdown: <Countdown to={webhook.next_attempt_at} /> }}
    />
  );
}

const TONES = {
  warn: "border-warn/30 bg-warn-soft [&>svg]:text-warn",
  bad: "border-bad/30 bg-bad-soft [&>svg]:text-bad",
};

type BannerProps = { tone: keyof typeof TONES; title: string; children: ReactNode };

function Banner({ tone, title, children }: BannerProps) {
  return (
    <section
      aria-label={text.problem}
      className={`rounded-control flex gap-2.5 border px-3.5 py-3 ${TONES[tone]}`}
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1">
        {/* Only the title is a live region: a screen reader would read the countdown every second. */}
        <output className="block font-semibold">{title}</output>
        {children}
      </div>
    </section>
  );
}
