"use client";

import type { ReactNode } from "react";

import { StateLink } from "@/components/layout/state-link";
import { Ago } from "@/components/ui/ago";
import type { Delivery } from "@/console/queries/deliveries";
import { text } from "@/console/text/deliveries";
import { historyOf } from "@/console/text/delivery-history";

import { NextAttempt } from "./next-attempt";
import { DeliveryPill } from "./outcome-pill";

type Props = {
  delivery: Delivery;
  /** Opens the delivery in full. */
  href: string;
  /** The webhook, in a list of several. */
  webhook?: ReactNode;
};

/** One delivery as a row: status, type, attempts and time. */
export function DeliveryRow({ delivery, href, webhook }: Props) {
  return (
    <StateLink
      href={href}
      className="hover:bg-well flex flex-wrap items-center gap-x-3 gap-y-0.5 px-5 py-2.5 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)_9rem_auto]"
    >
      <span className="flex">
        <DeliveryPill delivery={delivery} />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
        <span className="font-medium">{delivery.type}</span>
        <span className="text-muted text-sm tabular-nums">
          {text.events(delivery.event_count, delivery.cursor)}
        </span>
        {webhook}
      </span>
      <span className="text-muted hidden text-sm tabular-nums sm:block">{historyOf(delivery)}</span>
      <span className="text-muted text-sm max-sm:basis-full sm:min-w-34 sm:text-right">
        {delivery.status === "waiting" ? (
          <span className="text-warn">
            <NextAttempt at={delivery.next_attempt_at} whilePaused={text.waitsForResume} />
          </span>
        ) : (
          <>
            <span className="sr-only">{text.created(text.statuses[delivery.status])} </span>
            <Ago at={delivery.created_at} />
          </>
        )}
      </span>
    </StateLink>
  );
}
