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
import { text as modeText } from "@/console/text/access";
import { text } from "@/console/text/mounts";

import { MountCommands } from "./mount-commands";

type Props = { fsId: string; onClose: () => void };

/** Creates a mount session and shows its ticket once. */
export function NewMount({ fsId, onClose }: Props) {
  const { id: orgId, canWrite } = useOrganisation();
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: ({ mode }: Record<string, string>) =>
      createMountSession(fsId, mode === "rw" ? "rw" : "ro"),
    // What is shown once does not wait for the list, which may fail.
    onSuccess: () => void cache.invalidateQueries({ queryKey: mountsKey(orgId, fsId) }),
    gcTime: 0,
  });
  if (create.isSuccess)
    return (
      <Dialog isSticky title={text.mountCreated} description={text.ticketHint} onClose={onClose}>
        <Secret label={text.ticket} value={create.data.ticket ?? ""} />
        <MountCommands fsId={fsId} session={create.data.id} ticket={create.data.ticket ?? ""} />
        <Button className="self-end" onClick={onClose}>
          {text.done}
        </Button>
      </Dialog>
    );
  return (
    <Dialog title={text.new} onClose={onClose}>
      <Form submit={text.create} pending={create.isPending} onSubmit={create.mutate}>
        <Failure error={create.error} />
        <Select label={text.access} name="mode" defaultValue="ro">
          <option value="ro">{modeText.ro}</option>
          {canWrite && <option value="rw">{modeText.rw}</option>}
        </Select>
      </Form>
    </Dialog>
  );
}
