"use client";

import { useState } from "react";

import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { shellSignedCurl, signedCurl } from "@/console/webhook-tools/curl";

type Props = { message: Parameters<typeof shellSignedCurl>[0] };

/** The message as a command that sends it again: signed in the shell, or here, where a secret is pasted for that. */
export function CopyAsCurl({ message }: Props) {
  const [secret, setSecret] = useState("");
  const [signed, setSigned] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const command = signed ?? shellSignedCurl(message);
  const signHere = async () => {
    const made = await signedCurl(message, secret, Date.now());
    setSigned(made);
    setRefused(made === null);
  };
  return (
    <section aria-label="As a command" className="flex flex-col gap-2.5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">As a command</h3>
        <CopyButton text={command} label="Copy as cURL" />
      </div>
      <p className="text-muted text-sm">
        {signed === null
          ? "It sends the message again, freshly signed by TIDEMARK_WEBHOOK_SECRET in your shell."
          : "Signed just now: receivers take it for five minutes."}
      </p>
      <form
        className="flex items-end gap-2 *:first:flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          void signHere();
        }}
      >
        <Field
          label="Or sign it here, in this browser only"
          type="password"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          placeholder="whsec_…"
          required
          error={isRefused ? "It starts with whsec_, and base64 follows." : undefined}
        />
        <Submit variant="secondary">Sign</Submit>
      </form>
      <Command>{command}</Command>
    </section>
  );
}
