"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { type Attempt, type Delivery, deliveryQuery } from "@/console/queries/deliveries";
import { webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { detailMessage, failureMessage } from "@/console/text/failure-messages";

import { CopyAsCurl } from "./copy-as-curl";
import { Drawer } from "./drawer";
import { LifeLine } from "./life-line";

type Props = {
  params: WebhookIds;
  id: string;
  /** It as the stream told it last, if it did. */
  live: Delivery | undefined;
  onClose: () => void;
};

/** One message in full: its life line, its headers and its body as sent. */
export function DeliveryDrawer({ params, id, live, onClose }: Props) {
  const revision = live === undefined ? "" : `${live.status} ${live.attempts.length}`;
  const { data, error } = useQuery(deliveryQuery(params, id, revision));
  const full = data?.id === id ? data : undefined;
  const { data: webhook } = useQuery(webhookQuery(params));
  const delivery = live ?? full;
  const failed = delivery?.attempts.at(-1);
  return (
    <Drawer title={delivery?.type ?? "Message"} description={id} onClose={onClose}>
      <Failure error={error} messages={{ not_found: "This message is not kept any more." }} />
      {delivery === undefined && error === null && <Skeleton className="h-40" />}
      {delivery && (
        <section aria-label="What became of it">
          <LifeLine delivery={delivery} />
        </section>
      )}
      {failed && failed.outcome !== "delivered" && <Meaning attempt={failed} />}
      {full && (
        <>
          <Part
            title="Headers"
            note="Each attempt adds its own webhook-timestamp and webhook-signature."
            text={Object.entries(full.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          />
          <Part
            title="Body as sent"
            note={`${full.size.toLocaleString()} bytes, cursor ${full.cursor}. The endpoint's answers are never kept.`}
            text={full.body}
          />
          {webhook && full.body !== null && (
            <CopyAsCurl
              message={{ id, url: webhook.url, headers: full.headers, body: full.body }}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

/** What the newest failure means, and what to do about it. */
function Meaning({ attempt: { outcome, detail } }: { attempt: Attempt }) {
  const { what, remedy } = failureMessage(outcome);
  return (
    <section aria-label="What to do" className="bg-warn-soft rounded-control px-3.5 py-3">
      <h3 className="font-semibold">
        What <span className="font-mono text-sm">{outcome}</span> means
      </h3>
      <p>
        {what} {detailMessage(detail)}
      </p>
      <p>{remedy}</p>
    </section>
  );
}

function Part({ title, note, text }: { title: string; note: string; text: string | null }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        {text !== null && <CopyButton text={text} label={`Copy: ${title}`} />}
      </div>
      <p className="text-muted text-sm">{note}</p>
      {text === null ? (
        <p className="text-muted text-sm">
          It is not kept any more: only what waits and the newest 20 messages are.
        </p>
      ) : (
        <Command>{text}</Command>
      )}
    </section>
  );
}
