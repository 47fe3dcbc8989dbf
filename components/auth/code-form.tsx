"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { enterPasskey, secondPasskeyQuery } from "@/console/queries/passkeys";
import { enterCode } from "@/console/queries/session";
import { signInText as text } from "@/console/text/auth";
import { usePasskeyText } from "@/console/text/passkeys";

import { UsePasskey } from "./use-passkey";

type Props = { onSignedIn: () => void; onRestart: () => void };

const focus = (input: HTMLInputElement | null) => input?.focus();

/** The second step of signing in: a code of an authenticator app, a recovery code, or a passkey. */
export function CodeForm({ onSignedIn, onRestart }: Props) {
  const { data: hasPasskey } = useQuery(secondPasskeyQuery);
  const attempt = useMutation({
    mutationFn: ({ code = "" }: Record<string, string>) => enterCode(code),
    onSuccess: onSignedIn,
  });
  return (
    <>
      <Form
        submit={text.codeSubmit}
        // Stays pending until the next page has loaded.
        pending={attempt.isPending || attempt.isSuccess}
        onSubmit={attempt.mutate}
      >
        <Failure error={attempt.error} messages={text.codeErrors} />
        <Field
          ref={focus}
          label={text.code}
          name="code"
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          className="font-mono"
          hint={text.codeHint}
        />
      </Form>
      {hasPasskey === true && (
        <UsePasskey label={usePasskeyText.instead} run={enterPasskey} onDone={onSignedIn} />
      )}
      <Button variant="secondary" onClick={onRestart}>
        {text.restart}
      </Button>
    </>
  );
}
