"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { usePasskeyText as text } from "@/console/text/passkeys";

type Props = {
  label: string;
  /** Asks the browser for a passkey and sends what it signed. */
  run: () => Promise<void>;
  onDone: () => void;
};

/** A button that uses a passkey, with why it failed. */
export function UsePasskey({ label, run, onDone }: Props) {
  const attempt = useMutation({ mutationFn: run, onSuccess: onDone });
  // Stays pending until the next page has loaded.
  const isPending = attempt.isPending || attempt.isSuccess;
  return (
    <>
      <Failure error={attempt.error} messages={text.errors} />
      <Button variant="secondary" aria-disabled={isPending} onClick={() => attempt.mutate()}>
        {label}
      </Button>
    </>
  );
}
