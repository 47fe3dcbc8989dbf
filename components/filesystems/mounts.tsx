"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { meQuery } from "@/console/queries/me";
import {
  type MountSession,
  mountsKey,
  mountsQuery,
  revokeMountSession,
} from "@/console/queries/mounts";
import { text as modeText } from "@/console/text/access";
import { mountsText as text } from "@/console/text/filesystems";

import { SftpKeys } from "./sftp-keys";

const NewMount = lazyWithRetry(() => import("./new-mount").then((all) => all.NewMount));

/** The mount sessions of a filesystem: machines that have it mounted. */
export function Mounts({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const [ended, setEnded] = useSearchText("ended");
  const showEnded = ended === "true";
  const { data, error } = useQuery(mountsQuery(orgId, fsId, showEnded));
  const [creating, setCreating] = useState(false);
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden /> {text.new}
    </Button>
  );
  const isEmpty = data?.length === 0 && !showEnded;
  return (
    <Page title={text.title} description={text.description} actions={isEmpty ? undefined : create}>
      <Checkbox
        label={text.showEnded}
        checked={showEnded}
        onChange={(event) => setEnded(event.target.checked ? "true" : "")}
      />
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-32" />}
      {isEmpty && (
        <Empty title={text.none}>
          <p className="text-muted">{text.noneHint}</p>
          {create}
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
          {data.toReversed().map((session) => (
            <Row key={session.id} fsId={fsId} session={session} />
          ))}
        </ul>
      )}
      <SftpKeys />
      {creating && <NewMount fsId={fsId} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Row({ fsId, session }: { fsId: string; session: MountSession }) {
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
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <code className="font-mono text-sm break-all">{id}</code>
            <Badge tone={state === "active" ? "tide" : "plain"}>{text.states[state]}</Badge>
            <Badge>{modeText[mode]}</Badge>
          </p>
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
