"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Delivery } from "@/console/queries/deliveries";
import { supportDeliveryQuery } from "@/console/queries/support";
import { text } from "@/console/text/support";

import { MessageAttempts } from "./message-attempts";
import { MessageSummary } from "./message-summary";

type Props = { id: string; listed: Delivery | undefined; url: string; closeHref: string };

/** The message whose ID was entered, which can be far down in the log. */
export function OpenedMessage({ id, listed, url, closeHref }: Props) {
  const { data, error } = useQuery({ ...supportDeliveryQuery(id), enabled: listed === undefined });
  const delivery = listed ?? data;
  const close = (
    <Link href={closeHref} className="text-tide text-sm underline-offset-4 hover:underline">
      {text.closeMessage}
    </Link>
  );
  return (
    <Card title={text.message} action={close}>
      {delivery === undefined && error === null && <Skeleton className="m-5 h-24" />}
      {delivery === undefined && error !== null && (
        <div className="p-5">
          <Failure error={error} messages={{ ...text.errors, not_found: text.messageGone }} />
        </div>
      )}
      {delivery && (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-3 pb-2">
            <MessageSummary delivery={delivery} />
          </div>
          <MessageAttempts delivery={delivery} url={url} />
        </>
      )}
    </Card>
  );
}
