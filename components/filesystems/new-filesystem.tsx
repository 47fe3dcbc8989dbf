"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { createFilesystem } from "@/console/queries/filesystem-verbs";
import { filesystemsKey } from "@/console/queries/filesystems";
import { text } from "@/console/text/filesystems";

type Props = {
  /** What the name starts as. */
  name?: string;
  onCreated: (id: string) => void;
  onClose: () => void;
};

/** Creates a filesystem. */
export function NewFilesystem({ name: initial, onCreated, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) => createFilesystem(orgId, name.trim()),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
      onCreated(id);
    },
  });
  return (
    <Dialog title={text.new} onClose={onClose}>
      <Form submit={text.create} pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} messages={text.errors} />
        <NameField hint={text.nameHint} defaultValue={initial} failure={create.error} />
      </Form>
    </Dialog>
  );
}
