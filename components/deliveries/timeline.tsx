import type { ReactNode } from "react";

import { Instant } from "@/components/ui/time";
import type { Attempt, Delivery } from "@/console/queries/deliveries";
import { text } from "@/console/text/delivery";
import { latencyOf } from "@/console/text/duration";
import { aboutTheirs, causeOf } from "@/console/text/failure-causes";

import { NextAttempt } from "./next-attempt";
import { OutcomePill } from "./outcome-pill";

const DOTS = { good: "bg-good", bad: "bg-bad", warn: "bg-warn", tide: "bg-tide", plain: "bg-edge" };

type Props = {
  delivery: Delivery;
  /** Of its webhook; support knows the host alone. */
  url: string | undefined;
  /** Whether support staff read it, whose endpoint it isn't. */
  isStaff?: boolean;
};

/** The history of a delivery, from its creation to now or its end. */
export function Timeline({ delivery, url, isStaff = false }: Props) {
  const { attempts, status } = delivery;
  return (
    <ol className="flex flex-col">
      <Step tone="plain" at={delivery.created_at}>
        {delivery.type === "files.resync"
          ? text.createdResync
          : text.createdWith(delivery.event_count)}
      </Step>
      {attempts.map((attempt, n) => (
        <AttemptStep
          key={attempt.id}
          attempt={attempt}
          before={attempts[n - 1]}
          url={url}
          isStaff={isStaff}
        />
      ))}
      {status === "in_flight" && <Step tone="tide">{text.sending}</Step>}
      {status === "waiting" && (
        <Step tone="warn">
          <span>
            <NextAttempt at={delivery.next_attempt_at} whilePaused={text.waitsForResume} />
          </span>
        </Step>
      )}
      {status === "dropped" && <Step tone="plain">{text.dropped}</Step>}
    </ol>
  );
}

type AttemptProps = { attempt: Attempt; before: Attempt | undefined } & Pick<
  Props,
  "url" | "isStaff"
>;

function AttemptStep({ attempt, before, url, isStaff }: AttemptProps) {
  const { outcome, detail, started_at: at, duration_ms: ms, http_status: status } = attempt;
  const isDelivered = outcome === "delivered";
  // What failed again for the same reason does not repeat it.
  const isSame = outcome === before?.outcome && detail === before.detail;
  const cause = isDelivered || isSame ? null : causeOf(outcome, detail, url);
  const tone = isDelivered ? "good" : outcome === "ours" ? "warn" : "bad";
  return (
    <Step tone={tone} at={at}>
      <span className="flex flex-wrap items-center gap-2">
        {(isDelivered ? text.succeeded : text.failed)(
          text.attempt(attempt.number, attempt.manual),
          latencyOf(ms),
        )}
        <OutcomePill outcome={outcome} status={status} />
      </span>
      {cause !== null && (
        <span className="text-muted text-sm">{isStaff ? aboutTheirs(cause) : cause}</span>
      )}
    </Step>
  );
}

type StepProps = { tone: keyof typeof DOTS; at?: string; children: ReactNode };

function Step({ tone, at, children }: StepProps) {
  return (
    <li className="before:bg-line relative flex gap-3.5 pb-4 before:absolute before:top-4 before:bottom-0 before:left-[4.5px] before:w-px last:pb-0 last:before:hidden">
      <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-full ${DOTS[tone]}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">{children}</div>
      {at !== undefined && (
        <span className="text-muted shrink-0 text-sm">
          <Instant at={at} />
        </span>
      )}
    </li>
  );
}
