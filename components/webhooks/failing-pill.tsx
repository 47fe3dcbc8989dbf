"use client";

import { CircleSlash, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { useNow } from "@/components/ui/use-now";
import { statusOf } from "@/console/state/webhook-status";
import { spanOf } from "@/console/text/duration";

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

const LOOKS = {
  retrying: { Icon: RotateCw, className: "bg-warn-soft text-warn" },
  failing: { Icon: TriangleAlert, className: "bg-bad-soft text-bad" },
  disabled: { Icon: CircleSlash, className: "bg-bad-soft text-bad" },
};

type Props = { webhook: Parameters<typeof statusOf>[0] };

/** How a webhook stands that does not work, in a sign and a word. */
export function TroubledPill({ webhook }: Props): ReactNode {
  const now = useNow();
  const status = statusOf(webhook, now);
  if (status.kind === "active") return null;
  const { Icon, className } = LOOKS[status.kind];
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap tabular-nums ${className}`}
    >
      <Icon aria-hidden className="size-3.5" />
      {wordsFor(status, now)}
    </span>
  );
}

type Troubled = Exclude<ReturnType<typeof statusOf>, { kind: "active" }>;

function wordsFor(status: Troubled, now: number): string {
  if (status.kind === "retrying") return `Retrying since ${CLOCK.format(status.since)}`;
  if (status.kind === "failing") return `Failing: disables in ${spanOf(status.disablesAt - now)}`;
  return status.reason === "failing"
    ? "Disabled: failed for 24 h"
    : "Disabled: its creator lost access";
}
