"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NameField } from "@/components/forms/name-field";
import { Dialog } from "@/components/ui/dialog";
import { addPasskey, suggestName } from "@/console/queries/passkeys";
import { text } from "@/console/text/passkeys";

import { RecoveryCodes } from "./recovery-codes";

type Props = {
  onClose: () => void;
  /** Called instead once it is added and its recovery codes, if any, were shown. */
  onDone: () => void;
};

/** Adds a passkey: asks for its name, lets the browser create it, then shows the recovery codes of a first factor. */
export function AddPasskey({ onClose, onDone }: Props) {
  const cache = useQueryClient();
  const add = useMutation({
    mutationFn: ({ name = "" }: Record<string, string>) => addPasskey(name.trim()),
    onSuccess: ({ recovery_codes: codes }) => {
      // What is shown once does not wait for the list, which may fail.
      void cache.invalidateQueries({ queryKey: ["me"] });
      if (codes.length === 0) onDone();
    },
    gcTime: 0,
  });
  if (add.isSuccess && add.data.recovery_codes.length > 0)
    return <RecoveryCodes codes={add.data.recovery_codes} onClose={onDone} />;
  return (
    <Dialog title={text.addTitle} description={text.addHint} onClose={onClose}>
      <Form submit={text.addSubmit} pending={add.isPending} onSubmit={add.mutate}>
        <Failure error={add.error} messages={text.addErrors} />
        <NameField defaultValue={suggestName()} failure={add.error} />
      </Form>
    </Dialog>
  );
}
