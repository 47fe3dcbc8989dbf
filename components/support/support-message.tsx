"use client";

import { useQuery } from "@tanstack/react-query";

import { DeliveryPill } from "@/components/deliveries/outcome-pill";
import { Timeline } from "@/components/deliveries/timeline";
import { Failure } from "@/components/forms/failure";
import { Ago } from "@/components/ui/ago";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Delivery } from "@/console/queries/deliveries";
import { supportDeliveryQuery } from "@/console/queries/support";
import { historyOf } from "@/console/text/delivery-history";
import { text } from "@/console/text/support";

type Props = { delivery: Delivery; url: string };

/** A message of a webhook as a row that opens. */
export function SupportMessage({ delivery, url }: Props) {
  return (
    <li>
      <details className="group">
        <summary className="hover:bg-well flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
          <Summary delivery={delivery} />
        </summary>
        <Attempts delivery={delivery} url={url} />
      </details>
    </li>
  );
}

type OpenedProps = { id: string; listed: Delivery | undefined; url: string; closeHref: string };

/** The message whose ID was entered, which can be far down in the log. */
export function OpenedMessage({ id, listed, url, closeHref }: OpenedProps) {
  const { data, error } = useQuery({ ...supportDeliveryQuery(id), enabled: listed === undefined });
  const delivery = listed ?? data;
  return (
    <Card
      title={text.message}
      action={
        <Link
          href={closeHref}
          className="text-tide shrink-0 text-sm underline-offset-4 hover:underline"
        >
          {text.closeMessage}
        </Link>
      }
    >
      {delivery === undefined && error === null && <Skeleton className="m-5 h-24" />}
      {delivery === undefined && error !== null && (
        <div className="p-5">
          <Failure error={error} messages={{ ...text.errors, not_found: text.messageGone }} />
        </div>
      )}
      {delivery && (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-3 pb-2">
            <Summary delivery={delivery} />
          </div>
          <Attempts delivery={delivery} url={url} />
        </>
      )}
    </Card>
  );
}

function Summary({ delivery }: { delivery: Delivery }) {
  return (
    <>
      <DeliveryPill delivery={delivery} />
      <span className="font-medium">{delivery.type}</span>
      <span className="text-muted text-sm tabular-nums">
        {historyOf(delivery)}, {text.size(delivery.size)}
      </span>
      <span className="text-muted ml-auto text-sm">
        <Ago at={delivery.created_at} />
      </span>
    </>
  );
}

function Attempts({ delivery, url }: Props) {
  return (
    <div className="flex flex-col gap-3 px-5 pt-1 pb-4">
      <p className="flex items-center gap-2">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{delivery.id}</code>
        <CopyButton text={delivery.id} label={text.copy(text.messageId)} />
      </p>
      <Timeline isStaff delivery={delivery} url={url} />
    </div>
  );
}
