"use client";

import { useState } from "react";

import { Command } from "@/components/service/command";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Submit } from "@/components/ui/submit";
import { text } from "@/console/text/delivery";
import { shellSignedCurl, signedCurl } from "@/console/webhook-tools/curl";
import { canSign } from "@/console/webhook-tools/signature";

type Props = { message: Parameters<typeof shellSignedCurl>[0] };

/** The message as a curl command, signed in the shell or, with a pasted secret, in this browser. */
export function CopyAsCurl({ message }: Props) {
  const [secret, setSecret] = useState("");
  const [signed, setSigned] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const command = signed ?? shellSignedCurl(message);
  const signHere = async () => {
    if (!canSign()) return setProblem(text.insecure);
    const signedCommand = await signedCurl(message, secret, Date.now());
    setSigned(signedCommand);
    setProblem(signedCommand === null ? text.secretInvalid : undefined);
  };
  return (
    <section aria-label={text.curl} className="relative">
      <details>
        <summary className="min-h-7 cursor-pointer pt-1 pr-24 text-sm font-semibold">
          {text.curl}
        </summary>
        <div className="flex flex-col gap-2.5 pt-1.5">
          <p className="text-muted text-sm">{signed === null ? text.curlAbout : text.curlSigned}</p>
          <form
            className="flex items-end gap-2 *:first:flex-1"
            onSubmit={(event) => {
              event.preventDefault();
              void signHere();
            }}
          >
            <Field
              label={text.signHere}
              type="password"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              placeholder={text.secretPlaceholder}
              required
              error={problem}
            />
            <Submit variant="secondary">{text.sign}</Submit>
          </form>
          <Command>{command}</Command>
        </div>
      </details>
      <div className="absolute top-0 right-0">
        <CopyButton text={command} label={text.copyCurl} />
      </div>
    </section>
  );
}
