"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { PasswordField } from "@/components/forms/password-field";
import { Dialog } from "@/components/ui/dialog";
import { PlainLink } from "@/components/ui/plain-link";
import { reauthenticate, securityQuery } from "@/console/queries/account";
import { meQuery } from "@/console/queries/me";
import { reauthenticateWithPasskey } from "@/console/queries/passkeys";
import { confirmText as text } from "@/console/text/auth";
import { usePasskeyText } from "@/console/text/passkeys";

import { SignInAgain } from "./sign-in-again";
import { UsePasskey } from "./use-passkey";

/** Called with whether they confirmed. */
type Props = { onClose: (isConfirmed: boolean) => void };

/** Asks users to confirm who they are, so that an unattended or stolen session alone can't do what follows. */
export function ConfirmIdentity({ onClose }: Props) {
  const { data: me } = useQuery(meQuery);
  const { data: security, error } = useQuery(securityQuery);
  const confirm = useMutation({
    mutationFn: ({ password = "" }: Record<string, string>) => reauthenticate(password),
    onSuccess: () => onClose(true),
  });
  const canConfirm =
    security?.has_password === true ||
    (security !== undefined && security.providers.length + security.passkeys > 0);
  // The dialog focuses the field that it opens with.
  if (security === undefined && error === null) return null;
  return (
    <Dialog title={text.title} description={text.description} onClose={() => onClose(false)}>
      <Failure error={error} />
      {security?.has_password === true && (
        <Form submit={text.submit} pending={confirm.isPending} onSubmit={confirm.mutate}>
          <Failure error={confirm.error} messages={text.errors} />
          {/* Lets a password manager match the password to its account. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={me?.email ?? ""}
            readOnly
            hidden
          />
          <PasswordField
            label={text.password}
            name="password"
            autoComplete="current-password"
            required
          />
        </Form>
      )}
      {security !== undefined && security.passkeys > 0 && (
        <UsePasskey
          label={usePasskeyText.instead}
          run={reauthenticateWithPasskey}
          onDone={() => onClose(true)}
        />
      )}
      {security?.providers.map((provider) => (
        <SignInAgain key={provider.id} provider={provider} onDone={() => onClose(true)} />
      ))}
      {security !== undefined && !canConfirm && (
        <p className="text-muted">
          {text.noPassword}{" "}
          <PlainLink className="text-tide underline underline-offset-4" href="/forgot-password">
            {text.setPassword}
          </PlainLink>
        </p>
      )}
    </Dialog>
  );
}
