"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Secret } from "@/components/ui/secret";
import { Select } from "@/components/ui/select";
import { createMountSession, mountsKey } from "@/console/queries/mounts";

type Props = { fsId: string; onClose: () => void };

/** Makes a mount session, and shows its ticket this once. */
export function NewMount({ fsId, onClose }: Props) {
  const { id: orgId } = useOrganisation();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: ({ mode }: Record<string, string>) =>
      createMountSession(fsId, mode === "rw" ? "rw" : "ro"),
    onSuccess: () => cache.invalidateQueries({ queryKey: mountsKey(orgId, fsId) }),
  });
  if (create.isSuccess)
    return (
      <Dialog
        title="The ticket is ready"
        description="It works once and is shown only now. Whoever mounts exchanges it for a credential."
        onClose={onClose}
      >
        <Secret label="Ticket" value={create.data.ticket ?? ""} />
        <Button className="self-end" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    );
  return (
    <Dialog title="New mount session" onClose={onClose}>
      <Form submit="Create ticket" pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} />
        <Select label="The machine may" name="mode" defaultValue="ro">
          <option value="ro">Read</option>
          <option value="rw">Read and write</option>
        </Select>
      </Form>
    </Dialog>
  );
}
