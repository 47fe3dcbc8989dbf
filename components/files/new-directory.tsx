"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { makeDirectory } from "@/console/queries/entries";
import type { EntryChange } from "@/console/queries/entry-pages";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { childOf } from "@/console/state/paths";
import { newFolderText as text } from "@/console/text/new-folder";

type Props = {
  params: FilesystemIds;
  directory: string;
  /** Called with the path of the folder that the list shows, and with what changed. */
  onDone: (created: string, changes: readonly EntryChange[]) => void;
  onClose: () => void;
};

/** Creates a directory in the current one; a path creates those on the way to it as well. */
export function NewDirectory({ params, directory, onDone, onClose }: Props) {
  const create = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) =>
      makeDirectory(params, childOf(directory, name.split("/").filter(Boolean).join("/"))),
    onSuccess: (file) => {
      const [top = ""] = file.path.slice(childOf(directory, "").length).split("/");
      onDone(childOf(directory, top), [{ path: file.path, file }]);
      onClose();
    },
  });
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Form submit={text.submit} pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} messages={text.errors} />
        <Field
          label={text.name}
          hint={text.nameHint}
          name="name"
          required
          autoComplete="off"
          error={problemOf(create.error, "path")}
        />
      </Form>
    </Dialog>
  );
}
