"use client";

import { useQuery } from "@tanstack/react-query";

import { Confirm } from "@/components/forms/confirm";
import { countBelow } from "@/console/queries/delete-entries";
import type { Entry } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { deleteText, text } from "@/console/text/files";

type Props = {
  params: FilesystemIds;
  entries: readonly Entry[];
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before folders are deleted, and says how much is in them. */
export function ConfirmDelete({ params, entries, onConfirm, onClose }: Props) {
  const folders = entries.filter(({ type }) => type === "directory").map(({ path }) => path);
  const { data, error } = useQuery({
    queryKey: ["entries below", params.fs_id, folders],
    queryFn: ({ signal }) => countBelow(params, folders, signal),
    gcTime: 0,
  });
  const contents =
    data === undefined
      ? error
        ? deleteText.uncounted
        : deleteText.counting
      : deleteText.contents(data);
  return (
    <Confirm
      title={deleteText.title(entries)}
      description={contents}
      action={text.delete}
      run={() => Promise.resolve()}
      onDone={onConfirm}
      onClose={onClose}
    />
  );
}
