"use client";

import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { isHealthy } from "@/console/state/is-healthy";
import type { statusOf } from "@/console/state/webhook-status";
import { text } from "@/console/text/webhooks";

import { Paused } from "./lazy-paused";

const FailingPill = lazyWithRetry(
  async () => (await import("./failing")).FailingPill,
  <Skeleton className="h-5 w-36 rounded-full" />,
);

type Props = { webhook: Parameters<typeof statusOf>[0] };

/** The status of a webhook, as an icon and a text. */
export function StatusPill({ webhook }: Props): ReactNode {
  if (webhook.state === "paused") return <Paused part="pill" />;
  if (!isHealthy(webhook)) return <FailingPill webhook={webhook} />;
  return (
    <span className="bg-good-soft text-good inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap">
      <CircleCheck aria-hidden className="size-3.5" />
      {text.statuses.healthy}
    </span>
  );
}
