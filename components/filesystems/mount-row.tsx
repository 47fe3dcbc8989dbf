"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { meQuery } from "@/console/queries/me";
import { type MountSession, mountsKey, revokeMountSession } from "@/console/queries/mounts";
import { text as modeText } from "@/console/text/access";
import { creatorOf } from "@/console/text/creator";
import { text } from "@/console/text/mounts";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** A mount session: who uses it from where, what it has read and written, and the button that ends it. */
export function MountRow({ fsId, session }: { fsId: string; session: MountSession }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data: me } = useQuery(meQuery);
  const cache = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const { id, mode, state, ended_at: endedAt, ended_reason: reason } = session;
  const { client, machine, address, last_active_at: lastActive } = session;
  const who = [machine, client, address].filter(Boolean).join(" · ") || text.nobodys[state];
  const creator = creatorOf(session);
  const mayEnd = isAdmin || session.created_by === `user:${me?.id}`;
  return (
    <li className="flex flex-col gap-3 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{who}</span>
            <Badge tone={state === "active" ? "tide" : "plain"}>{text.states[state]}</Badge>
            <Badge>{modeText[mode]}</Badge>
          </p>
          {lastActive !== null && (
            <p className="text-muted text-sm">
              {text.lastActive} <Ago at={lastActive} /> ·{" "}
              {text.transferred(session.bytes_read, session.bytes_written)}
            </p>
          )}
          <p className="text-muted text-sm">
            {text.created} <Ago at={session.created_at} />
            {creator !== null && text.createdBy(creator)} ·{" "}
            {state === "requested" && (
              <>
                {text.ticketExpires} <Ago at={session.ticket_expires_at} />
              </>
            )}
            {state === "active" && (
              <>
                {text.expires} <Ago at={session.expires_at} />
              </>
            )}
            {endedAt !== null && (
              <>
                {text.ended} <Ago at={endedAt} />
                {reason && ` (${text.endedReasons[reason]})`}
              </>
            )}{" "}
            · <code className="font-mono text-xs break-all">{id}</code>
          </p>
        </div>
        {state !== "ended" && mayEnd && (
          <Button
            variant="danger"
            size="sm"
            aria-label={text.endMount(who)}
            onClick={() => setEnding(true)}
          >
            {text.end}
          </Button>
        )}
      </div>
      {isEnding && (
        <Confirm
          title={text.endTitle}
          description={state === "active" ? text.endWarning : text.endUnusedWarning}
          action={text.end}
          run={() => revokeMountSession(id)}
          onDone={() => {
            setEnding(false);
            void cache.invalidateQueries({ queryKey: mountsKey(orgId, fsId) });
          }}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  );
}
