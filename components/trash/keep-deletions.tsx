"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Checkbox } from "@/components/ui/checkbox";
import { updateFilesystem } from "@/console/queries/filesystem-verbs";
import { filesystemQuery, filesystemsKey } from "@/console/queries/filesystems";
import { trashText as text } from "@/console/text/trash";

/** Whether what mounts delete goes to the trash too. */
export function KeepDeletions({ fsId }: { fsId: string }) {
  const { id: orgId, canWrite } = useOrganisation();
  const { data } = useQuery(filesystemQuery(orgId, fsId));
  const cache = useQueryClient();
  const update = useMutation({
    mutationFn: (keeps: boolean) => updateFilesystem(orgId, fsId, { keep_mount_deletions: keeps }),
    onSettled: () => cache.invalidateQueries({ queryKey: filesystemsKey(orgId) }),
  });
  return (
    <>
      <Checkbox
        label={text.keep}
        hint={text.keepHint}
        disabled={!canWrite || data === undefined}
        checked={update.isPending ? update.variables : (data?.keep_mount_deletions ?? false)}
        onChange={({ target }) => update.mutate(target.checked)}
      />
      <Failure error={update.error} />
    </>
  );
}
