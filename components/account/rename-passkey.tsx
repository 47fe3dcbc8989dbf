"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { Dialog } from "@/components/ui/dialog";
import { type Passkey, renamePasskey } from "@/console/queries/passkeys";
import { text } from "@/console/text/passkeys";

type Props = { passkey: Passkey; onClose: () => void };

/** Renames a passkey. */
export function RenamePasskey({ passkey: { id, name: current }, onClose }: Props) {
  // What it is called elsewhere while this is open was not chosen here, and stays.
  const [named] = useState(current);
  const rename = useMutation({
    mutationFn: async ({ name = "" }: Record<string, string>) => {
      if (name.trim() !== named) await renamePasskey(id, name.trim());
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={text.renameTitle(current)} onClose={onClose}>
      <Form submit={text.rename} pending={rename.isPending} onSubmit={rename.mutate}>
        <Failure error={rename.error} />
        <NameField defaultValue={named} failure={rename.error} />
      </Form>
    </Dialog>
  );
}
