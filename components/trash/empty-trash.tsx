"use client";

import { useQuery } from "@tanstack/react-query";

import { Confirm } from "@/components/forms/confirm";
import { emptyTrash } from "@/console/queries/trash";
import { usageQuery } from "@/console/queries/usage";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { trashText as text } from "@/console/text/trash";

type Props = { params: FilesystemIds; onDone: (said: string) => void; onClose: () => void };

/** Asks before everything in the trash is deleted for good, and says how much that is by now. */
export function EmptyTrash({ params, onDone, onClose }: Props) {
  const { data, isFetchedAfterMount: isNew } = useQuery({
    ...usageQuery(params.org_id, params.fs_id),
    staleTime: 0,
  });
  return (
    <Confirm
      title={text.emptyTitle}
      description={
        data && isNew
          ? text.emptyWarning(data.trash_entries, data.trash_bytes)
          : text.emptyUncounted
      }
      action={text.empty}
      run={() => emptyTrash(params)}
      onDone={() => onDone(text.emptied)}
      onClose={onClose}
    />
  );
}
