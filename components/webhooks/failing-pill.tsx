"use client";

import { CircleSlash, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { formatHook } from "@/components/ui/use-format";
import { useNow } from "@/components/ui/use-now";
import { statusOf } from "@/console/state/webhook-status";
import { remainingOf } from "@/console/text/duration";
import { text } from "@/console/text/webhook-health";

const useClock = formatHook({ timeStyle: "short" });

const STYLES = {
  retrying: { Icon: RotateCw, className: "bg-warn-soft text-warn" },
  failing: { Icon: TriangleAlert, className: "bg-bad-soft text-bad" },
  disabled: { Icon: CircleSlash, className: "bg-bad-soft text-bad" },
};

type Props = { webhook: Parameters<typeof statusOf>[0] };

/** The status of a retrying, failing or disabled webhook, as an icon and a text. */
export function FailingPill({ webhook }: Props): ReactNode {
  const now = useNow();
  const clock = useClock();
  const status = statusOf(webhook, now);
  if (status.kind === "healthy" || status.kind === "paused") return null;
  const { Icon, className } = STYLES[status.kind];
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap tabular-nums ${className}`}
    >
      <Icon aria-hidden className="size-3.5" />
      {describe(status, now, clock)}
    </span>
  );
}

type Unhealthy = Exclude<ReturnType<typeof statusOf>, { kind: "healthy" | "paused" }>;

function describe(status: Unhealthy, now: number, clock: Intl.DateTimeFormat): string {
  if (status.kind === "retrying") return text.retryingSince(clock.format(status.since));
  if (status.kind === "failing") {
    const left = status.disablesAt - now;
    return text.failing(left > 0 ? remainingOf(left) : null);
  }
  return status.reason === "failing" ? text.disabledFailing : text.disabledRevoked;
}
