import { cn } from "@/components/ui/cn";
import type { Delivery } from "@/console/queries/deliveries";
import { text } from "@/console/text/deliveries";

const TONES = {
  good: "bg-good-soft text-good",
  bad: "bg-bad-soft text-bad",
  warn: "bg-warn-soft text-warn",
  tide: "bg-tide-soft text-tide",
  plain: "bg-well text-muted",
};

type Props = { tone: keyof typeof TONES; children: string };

function Pill({ tone, children }: Props) {
  return (
    <span
      className={cn(
        "inline-flex shrink-0 items-center rounded-full px-2 py-px font-mono text-xs font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** The outcome of an attempt: the endpoint's status or the failure's code. */
export function OutcomePill({ outcome, status }: { outcome: string; status: number | null }) {
  if (outcome === "delivered") return <Pill tone="good">{String(status ?? 200)}</Pill>;
  return <Pill tone={outcome === "ours" ? "warn" : "bad"}>{outcome}</Pill>;
}

/** The state of a delivery: in flight, dropped, the outcome of its last attempt, or waiting for its first. */
export function DeliveryPill({ delivery }: { delivery: Delivery }) {
  // Nothing follows from a resend.
  const last = delivery.attempts.findLast(({ manual }) => !manual);
  if (delivery.status === "in_flight") return <Pill tone="tide">{text.statuses.in_flight}</Pill>;
  if (last !== undefined && delivery.status !== "dropped")
    return <OutcomePill outcome={last.outcome} status={last.http_status} />;
  return <Pill tone="plain">{text.statuses[delivery.status]}</Pill>;
}
