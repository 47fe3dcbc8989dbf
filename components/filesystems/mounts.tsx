"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Empty } from "@/components/ui/empty";
import { lazyWithRetry, whenNear } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { mountsQuery } from "@/console/queries/mounts";
import { text } from "@/console/text/mounts";

import { MountRow } from "./mount-row";
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
    <Button onClick={() => setCreating(true)} {...whenNear(NewMount, Dialog)}>
      <Plus aria-hidden /> {text.new}
    </Button>
  );
  const isEmpty = data?.length === 0;
  return (
    <Page
      title={text.title}
      isTab
      description={text.description}
      actions={isEmpty ? undefined : create}
    >
      <Checkbox
        label={text.showEnded}
        checked={showEnded}
        onChange={(event) => setEnded(event.target.checked ? "true" : "")}
      />
      <Failure error={error} />
      {data === undefined && !error && <Skeleton className="h-32" />}
      {isEmpty && (
        <Empty title={showEnded ? text.noneEver : text.none}>
          <p className="text-muted">
            {text.noneHint} {!showEnded && text.endedHidden}
          </p>
          {create}
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
          {data.toReversed().map((session) => (
            <MountRow key={session.id} fsId={fsId} session={session} />
          ))}
        </ul>
      )}
      <SftpKeys />
      {creating && <NewMount fsId={fsId} onClose={() => setCreating(false)} />}
    </Page>
  );
}
