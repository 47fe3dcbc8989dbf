"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { useOrganisation } from "@/components/console/organisation";
import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { type Filesystem, filesystemsKey, renameFilesystem } from "@/lib/client/filesystems";

type Props = { filesystem: Filesystem; onClose: () => void };

/** Gives a filesystem another name; its id and everything in it stay. */
export function RenameFilesystem({ filesystem, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const rename = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) =>
      renameFilesystem(orgId, filesystem.id, name.trim()),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
      onClose();
    },
  });
  return (
    <Dialog title={`Rename ${filesystem.name}`} onClose={onClose}>
      <Form submit="Rename" pending={rename.isPending} onSubmit={rename.mutate}>
        <Failure error={rename.error} />
        <Field
          label="Name"
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={filesystem.name}
          error={problemOf(rename.error, "name")}
        />
      </Form>
    </Dialog>
  );
}
