"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { type Filesystem, filesystemsKey, renameFilesystem } from "@/console/queries/filesystems";

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
        <NameField defaultValue={filesystem.name} failure={rename.error} />
      </Form>
    </Dialog>
  );
}
