"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Template } from "@/components/layout/template";
import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/drawer";
import { Skeleton } from "@/components/ui/skeleton";
import { useMoment } from "@/components/ui/use-moment";
import { RecoveryActions } from "@/components/webhooks/recovery-actions";
import { type Attempt, type Delivery, deliveryQuery } from "@/console/queries/deliveries";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/delivery";
import { causeOf } from "@/console/text/failure-causes";
import { remedyOf } from "@/console/text/failure-remedies";
import { isReserved } from "@/lib/contract/listener-url";

import { CopyAsCurl } from "./copy-as-curl";
import type { Neighbours } from "./neighbours";
import { Payload } from "./payload";
import { Resend } from "./resend";
import { Steps } from "./steps";
import { Timeline } from "./timeline";

type Props = {
  params: WebhookIds;
  id: string;
  /** The delivery as the stream last pushed it. */
  live: Delivery | undefined;
  /** The deliveries before and after it in the list. */
  neighbours: Neighbours;
  /** Shown first. */
  about?: ReactNode;
  onClose: () => void;
};

/** One delivery in full: its timeline, its headers and its body as sent. */
export function DeliveryDrawer({ params, id, live, neighbours, about, onClose }: Props) {
  const revision = live === undefined ? "" : `${live.status} ${live.attempts.length}`;
  const { data, error } = useQuery(deliveryQuery(params, id, revision));
  const full = data?.id === id ? data : undefined;
  const { data: webhook } = useQuery(webhookQuery(params));
  const { canWrite } = useOrganisation();
  const delivery = live ?? full;
  const last = delivery?.attempts.at(-1);
  return (
    <Drawer
      title={delivery?.type ?? text.message}
      description={id}
      actions={<Steps {...neighbours} />}
      onClose={onClose}
    >
      {about}
      <Failure error={error} messages={{ not_found: text.messageGone }} />
      {delivery === undefined && error === null && <Skeleton className="h-40" />}
      {delivery && (
        <section aria-label={text.timeline}>
          <Timeline delivery={delivery} url={webhook?.url} />
        </section>
      )}
      {last && last.outcome !== "delivered" && <FailureHelp attempt={last} url={webhook?.url} />}
      {full && (
        <>
          {canWrite && webhook?.state === "active" && delivery && (
            <SendAgain
              key={id}
              params={params}
              webhook={webhook}
              delivery={delivery}
              hasBody={full.body !== null}
            />
          )}
          <Payload id={id} body={full.body} note={text.bodyNote(full.size, full.cursor)} />
          <Part
            title={text.headers}
            note={text.headersNote}
            content={Object.entries(full.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          />
          {webhook && !isReserved(webhook) && full.body !== null && (
            <CopyAsCurl
              key={id}
              message={{ id, url: webhook.url, headers: full.headers, body: full.body }}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

type SendAgainProps = {
  params: WebhookIds;
  webhook: Webhook;
  delivery: Delivery;
  hasBody: boolean;
};

/** Retries a message that waits, or sends one once more that doesn't. */
function SendAgain({ params, webhook, delivery, hasBody }: SendAgainProps) {
  const isPending = delivery.status === "waiting" || delivery.status === "in_flight";
  if (!isPending) {
    const { id, attempts } = delivery;
    return hasBody && <Resend params={params} id={id} attempts={attempts} url={webhook.url} />;
  }
  // The first attempt comes by itself within a second.
  if (delivery.attempts.length === 0) return null;
  return (
    <section
      aria-label={text.recover}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <p className="text-muted text-sm">{text.recoverAbout}</p>
      <RecoveryActions params={params} webhook={webhook} size="sm" />
    </section>
  );
}

/** What the last failure means and what to do about it. */
function FailureHelp({ attempt, url }: { attempt: Attempt; url: string | undefined }) {
  const { outcome, detail, started_at: at } = attempt;
  const { canWrite } = useOrganisation();
  const time = useMoment().format(new Date(at));
  return (
    <section aria-label={text.whatToDo} className="bg-warn-soft rounded-control px-3.5 py-3">
      <h3 className="font-semibold">
        <Template
          text={text.meaning}
          slots={{ code: <span className="font-mono text-sm">{outcome}</span> }}
        />
      </h3>
      <p>{causeOf(outcome, detail, url)}</p>
      <p>{remedyOf({ code: outcome, detail, time, url }, canWrite ? "writer" : "viewer")}</p>
    </section>
  );
}

type PartProps = { title: string; note: string; content: string };

function Part({ title, note, content }: PartProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        <CopyButton text={content} label={text.copy(title)} />
      </div>
      <p className="text-muted text-sm">{note}</p>
      <Command>{content}</Command>
    </section>
  );
}
