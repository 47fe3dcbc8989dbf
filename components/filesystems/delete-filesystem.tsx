"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";

import { Confirm } from "@/components/forms/confirm";
import { useOrganisation } from "@/components/layout/organisation";
import { toast } from "@/components/ui/toasts";
import { filesystemSummaryQuery } from "@/console/queries/filesystem-summary";
import { deleteFilesystem } from "@/console/queries/filesystem-verbs";
import { type Filesystem, filesystemsKey } from "@/console/queries/filesystems";
import { grantsQuery } from "@/console/queries/grants";
import { mountsQuery } from "@/console/queries/mounts";
import { text } from "@/console/text/filesystems";

type Props = { filesystem: Filesystem; onClose: () => void };

/** Deletes a filesystem, once its name is typed. */
export function DeleteFilesystem({ filesystem: { id, name }, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  return (
    <Confirm
      title={text.deleteTitle(name)}
      description={text.deleteWarning}
      action={text.deleteSubmit}
      typed={name}
      run={() => deleteFilesystem(orgId, id)}
      onDone={() => {
        onClose();
        toast(text.deleted(name));
        void cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
      }}
      onClose={onClose}
    >
      <Losses fsId={id} />
    </Confirm>
  );
}

/** What goes with a filesystem, as far as it is known. */
function Losses({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const { data: summary } = useQuery(filesystemSummaryQuery(orgId, fsId));
  const { data: grants } = useQuery(grantsQuery(orgId, fsId));
  const { data: mounts } = useQuery(mountsQuery(orgId, fsId, false));
  const losses = [
    summary && text.losesItems(summary.usage.entries, summary.usage.retained_bytes),
    summary && summary.webhooks.total > 0 && text.losesWebhooks(summary.webhooks.total),
    grants && grants.length > 0 && text.losesKeys(grants.length),
    mounts && mounts.length > 0 && text.losesMounts(mounts.length),
  ].filter((loss) => typeof loss === "string");
  return (
    <ul className="min-h-20 list-disc pl-5 text-sm">
      {losses.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  );
}
