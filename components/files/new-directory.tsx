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

const WORDS = {
  already_exists: "Something of this name is there already.",
  entry_quota_exceeded: "The filesystem has no room for more entries.",
  organisation_entry_quota_exceeded:
    "Your organisation has no room for more entries. Delete some in any of its filesystems.",
};

type Props = {
  params: FilesystemIds;
  directory: string;
  onDone: (changes: readonly EntryChange[]) => void;
  onClose: () => void;
};

/** Makes a directory in the one that is shown. */
export function NewDirectory({ params, directory, onDone, onClose }: Props) {
  const make = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) =>
      makeDirectory(params, childOf(directory, name)),
    onSuccess: (file) => {
      onDone([{ path: file.path, file }]);
      onClose();
    },
  });
  return (
    <Dialog title="New directory" onClose={onClose}>
      <Form submit="Make directory" pending={make.isPending} onSubmit={make.mutate}>
        <Failure error={make.error} messages={WORDS} />
        <Field
          label="Name"
          name="name"
          required
          autoComplete="off"
          error={problemOf(make.error, "path")}
        />
      </Form>
    </Dialog>
  );
}
