"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { toast } from "@/components/ui/toasts";
import { copyEntry, moveEntry } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";

const WORDS = {
  already_exists: "Something is there already.",
  parent_not_found: "The directory it should go to does not exist.",
  invalid_move: "A directory cannot go into itself.",
  byte_quota_exceeded: "The filesystem is full.",
  entry_quota_exceeded: "The filesystem has no room for more entries.",
  organisation_byte_quota_exceeded:
    "Your organisation's storage is full. Delete files in any of its filesystems.",
  organisation_entry_quota_exceeded:
    "Your organisation has no room for more entries. Delete some in any of its filesystems.",
  too_many_entries: "This directory is too large for one copy. Copy it in parts.",
  path_not_found: "It is not there any more.",
  not_a_directory: "It cannot lie below a file.",
};

const WAYS = {
  move: { run: moveEntry, title: "Rename or move", button: "Move" },
  copy: { run: copyEntry, title: "Copy", button: "Copy" },
};

type Props = {
  params: FilesystemIds;
  path: string;
  way: keyof typeof WAYS;
  onDone: (changes: readonly EntryChange[]) => void;
  onClose: () => void;
};

/** Gives an entry another path, or its copy one: another name, another directory, or both. */
export function MoveEntry({ params, path, way, onDone, onClose }: Props) {
  const { run, title, button } = WAYS[way];
  const move = useMutation({
    mutationFn: ({ to = "" }: Record<string, string>) => run(params, path, to),
    onSuccess: (file) => {
      const gone = way === "move" && file.path !== path ? [{ path, file: null }] : [];
      toast(way === "move" ? `Moved to ${file.path}` : `Copied to ${file.path}`);
      onDone([...gone, { path: file.path, file }]);
      onClose();
    },
  });
  return (
    <Dialog title={`${title} ${nameOf(path)}`} onClose={onClose}>
      <Form submit={button} pending={move.isPending} onSubmit={move.mutate}>
        <Failure error={move.error} messages={WORDS} />
        <Field
          label="New path"
          name="to"
          required
          autoComplete="off"
          defaultValue={path}
          className="font-mono"
          hint="From the root. All that is below it goes along."
          error={problemOf(move.error, "to")}
        />
      </Form>
    </Dialog>
  );
}
