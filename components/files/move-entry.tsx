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
import { moveText } from "@/console/text/files";

const RUN = { move: moveEntry, copy: copyEntry };

type Props = {
  params: FilesystemIds;
  path: string;
  action: keyof typeof RUN;
  onDone: (changes: readonly EntryChange[]) => void;
  onClose: () => void;
};

/** Moves, renames or copies an entry. */
export function MoveEntry({ params, path, action, onDone, onClose }: Props) {
  const text = moveText[action];
  const move = useMutation({
    mutationFn: ({ to = "" }: Record<string, string>) => RUN[action](params, path, to),
    onSuccess: (file) => {
      const gone = action === "move" && file.path !== path ? [{ path, file: null }] : [];
      toast(text.done(file.path));
      onDone([...gone, { path: file.path, file }]);
      onClose();
    },
  });
  return (
    <Dialog title={text.title(nameOf(path))} onClose={onClose}>
      <Form submit={text.submit} pending={move.isPending} onSubmit={move.mutate}>
        <Failure error={move.error} messages={moveText.errors} />
        <Field
          label={moveText.newPath}
          name="to"
          required
          autoComplete="off"
          defaultValue={path}
          className="font-mono"
          hint={text.hint}
          error={problemOf(move.error, "to")}
        />
      </Form>
    </Dialog>
  );
}
