"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { updateFilesystem } from "@/console/queries/filesystem-verbs";
import { type Filesystem, filesystemsKey } from "@/console/queries/filesystems";
import { text } from "@/console/text/filesystems";

type Props = { filesystem: Filesystem; onClose: () => void };

/** Renames a filesystem; its ID stays the same. */
export function RenameFilesystem({ filesystem, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const rename = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) =>
      updateFilesystem(orgId, filesystem.id, { name: name.trim() }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
      onClose();
    },
  });
  return (
    <Dialog title={text.renameTitle(filesystem.name)} onClose={onClose}>
      <Form submit={text.rename} pending={rename.isPending} onSubmit={rename.mutate}>
        <Failure error={rename.error} />
        <NameField defaultValue={filesystem.name} failure={rename.error} />
      </Form>
    </Dialog>
  );
}
