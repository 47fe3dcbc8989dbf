"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { reauthenticate } from "@/console/queries/account";
import { text } from "@/console/text/account";

type Props = { email: string; onConfirmed: () => void; onClose: () => void };

/** Asks for the password again, so that an unattended or stolen session alone can't do what follows. */
export function ConfirmIdentity({ email, onConfirmed, onClose }: Props) {
  const confirm = useMutation({
    mutationFn: ({ password = "" }: Record<string, string>) => reauthenticate(password),
    onSuccess: onConfirmed,
  });
  return (
    <Dialog title={text.confirmTitle} description={text.confirmHint} onClose={onClose}>
      <Form submit={text.confirmSubmit} pending={confirm.isPending} onSubmit={confirm.mutate}>
        <Failure error={confirm.error} messages={text.confirmErrors} />
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={text.confirmPassword}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
      <p className="text-muted text-sm">
        {text.noPassword}{" "}
        <Link
          className="text-tide underline underline-offset-4"
          href="/sign-in?error=ReauthenticationRequired&callbackUrl=/account"
        >
          {text.signInAgain}
        </Link>
      </p>
    </Dialog>
  );
}
