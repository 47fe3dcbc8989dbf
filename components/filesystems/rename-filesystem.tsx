"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

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
  // Others may rename it while the dialog is open, which a name that wasn't edited must not undo.
  const [before] = useState(filesystem.name);
  const rename = useMutation({
    async mutationFn({ name = "" }: Record<string, string>) {
      if (name.trim() === before) return;
      await updateFilesystem(orgId, filesystem.id, { name: name.trim() });
      await cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={text.renameTitle(filesystem.name)} onClose={onClose}>
      <Form submit={text.rename} pending={rename.isPending} onSubmit={rename.mutate}>
        <Failure error={rename.error} />
        <NameField defaultValue={before} failure={rename.error} />
      </Form>
    </Dialog>
  );
}
