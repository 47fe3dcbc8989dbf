"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { meQuery } from "@/console/queries/me";
import { type MountSession, mountsKey, revokeMountSession } from "@/console/queries/mounts";
import { text as modeText } from "@/console/text/access";
import { text } from "@/console/text/mounts";

/** A mount session, and the button that ends it. */
export function MountRow({ fsId, session }: { fsId: string; session: MountSession }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data: me } = useQuery(meQuery);
  const cache = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeMountSession(session.id),
    onSettled: () => cache.invalidateQueries({ queryKey: mountsKey(orgId, fsId) }),
  });
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
            {endedAt === null ? (
              <>
                {text.expires} <Ago at={session.expires_at} />
              </>
            ) : (
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
            onClick={() => revoke.mutate()}
          >
            {text.end}
          </Button>
        )}
      </div>
      <Failure error={revoke.error} />
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
