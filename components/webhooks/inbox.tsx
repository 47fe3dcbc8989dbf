"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";

import { Payload } from "@/components/deliveries/payload";
import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Delivery } from "@/console/queries/deliveries";
import { firstChangeQuery } from "@/console/queries/organisation-webhooks";
import { type InboxMessage, inboxQuery } from "@/console/queries/test-inbox";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/test-inbox";

import { AddTestFile } from "./add-test-file";
import { NextSteps } from "./next-steps";
import { RemoveInbox } from "./remove-inbox";

type Props = { params: WebhookIds; webhook: Webhook; pushed: readonly Delivery[] };

/** What a test inbox received, live, and what was verified. */
export function Inbox({ params, webhook, pushed }: Props) {
  const attempts = pushed.reduce((sum, delivery) => sum + delivery.attempts.length, 0);
  const { data, error } = useQuery(inboxQuery(params, `${pushed[0]?.id} ${attempts}`));
  const { canWrite, isGuided } = useOrganisation();
  // As on the overview: of the first filesystem, and until the first endpoint of the user's own.
  const { data: first } = useQuery({
    ...firstChangeQuery(params.org_id),
    enabled: isGuided && canWrite,
  });
  const isFirst = first?.isTrial === true && first.filesystemId === params.fs_id;
  return (
    <Card
      title={text.messages}
      description={text.messagesAbout}
      action={canWrite && <RemoveInbox params={params} webhook={webhook} />}
    >
      {canWrite && (
        <div className="border-line border-b px-5 py-4">
          <AddTestFile params={params} prefix={webhook.path_prefix} />
        </div>
      )}
      <Failure error={data === undefined ? error : null} />
      {data === undefined && error === null && <Skeleton className="m-5 h-12" />}
      {data?.length === 0 && (
        <output className="text-muted block px-5 py-4">
          {webhook.last_success_at === null ? text.waiting : text.none}
        </output>
      )}
      {isGuided && canWrite && isFirst && data?.some(({ type }) => type === "files.changed") && (
        <NextSteps params={params} />
      )}
      {data !== undefined && <output className="sr-only">{text.received(data.length)}</output>}
      <ul aria-label={text.list} className="divide-line divide-y">
        {data?.map((message, i) => (
          <li key={message.id}>
            <Message message={message} isNewest={i === 0} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type MessageProps = { message: InboxMessage; isNewest: boolean };

/** One message; the newest is open until the reader closes it. */
function Message({ message, isNewest }: MessageProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isNewest;
  const { type, event_count: events, times_received: times, body } = message;
  return (
    <details open={isOpen}>
      <summary
        className="hover:bg-well flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5"
        onClick={(event) => {
          event.preventDefault();
          setChosen(!isOpen);
        }}
      >
        <span className="bg-good-soft text-good inline-flex items-center gap-1 rounded-full px-2 py-px text-xs font-medium">
          <ShieldCheck aria-hidden className="size-3.5" /> {text.verified}
        </span>
        <span className="font-medium">{type}</span>
        <span className="text-muted text-sm">{text.events(events)}</span>
        {times > 1 && <span className="text-muted text-sm">{text.times(times)}</span>}
        <span className="text-muted ml-auto text-sm">
          <Ago at={message.received_at} />
        </span>
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-3 px-5 pt-1 pb-4">
          <p className="text-muted text-sm">
            {text.checked(message.signed_at, message.received_at)}
          </p>
          {body === null ? (
            <p className="text-muted text-sm">{text.bodyGone}</p>
          ) : (
            <Payload id={message.id} body={body} note={text.note(message.id, message.cursor)} />
          )}
        </div>
      )}
    </details>
  );
}
