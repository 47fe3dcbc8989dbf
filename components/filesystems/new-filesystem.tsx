"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { useOrganisation } from "@/components/layout/organisation";
import { Dialog } from "@/components/ui/dialog";
import { createFilesystem, filesystemsKey } from "@/console/queries/filesystems";

const WORDS = {
  filesystem_limit_reached:
    "Your organisation has reached its limit of filesystems. Delete one to make room.",
};

/** Makes a filesystem. */
export function NewFilesystem({ onClose }: { onClose: () => void }) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) => createFilesystem(orgId, name.trim()),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: filesystemsKey(orgId) });
      onClose();
    },
  });
  return (
    <Dialog title="New filesystem" onClose={onClose}>
      <Form submit="Create filesystem" pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} words={WORDS} />
        <NameField hint="For people; programs use its id." failure={create.error} />
      </Form>
    </Dialog>
  );
}
