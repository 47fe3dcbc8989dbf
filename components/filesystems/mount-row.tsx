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
import { text } from "@/console/text/mounts";

const Confirm = lazyWithRetry(() =>
  import("@/components/forms/confirm").then((all) => all.Confirm),
);

/** A mount session, and the button that ends it. */
export function MountRow({ fsId, session }: { fsId: string; session: MountSession }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data: me } = useQuery(meQuery);
  const cache = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const { id, mode, state, ended_at: endedAt, ended_reason: reason } = session;
  const mayEnd = isAdmin || session.created_by === `user:${me?.id}`;
  return (
    <li className="flex flex-col gap-3 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <code className="font-mono text-sm break-all">{id}</code>
            <Badge tone={state === "active" ? "tide" : "plain"}>{text.states[state]}</Badge>
            <Badge>{modeText[mode]}</Badge>
          </p>
          <Use session={session} />
          <p className="text-muted text-sm">
            {text.created} <Ago at={session.created_at} /> ·{" "}
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
            )}
          </p>
        </div>
        {state !== "ended" && mayEnd && (
          <Button
            variant="danger"
            size="sm"
            aria-label={text.endSession(id)}
            onClick={() => setEnding(true)}
          >
            {text.end}
          </Button>
        )}
      </div>
      {isEnding && (
        <Confirm
          title={text.endTitle}
          description={text.endWarning}
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

/** Who uses a session, from where, and what it has read and written; nothing before its first use. */
function Use({ session }: { session: MountSession }) {
  const { client, machine, address, last_active_at: lastActive } = session;
  if (lastActive === null) return null;
  const who = [machine, client, address].filter((one) => one !== null);
  return (
    <>
      <p className="text-sm break-words">{who.join(" · ")}</p>
      <p className="text-muted text-sm">
        {text.lastActive} <Ago at={lastActive} /> ·{" "}
        {text.transferred(session.bytes_read, session.bytes_written)}
      </p>
    </>
  );
}
