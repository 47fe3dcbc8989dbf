"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { reauthenticate } from "@/console/queries/account";

type Props = { email: string; onConfirmed: () => void; onClose: () => void };

/** Asks for the password again, so that an unattended or stolen session alone can't do what follows. */
export function ConfirmIdentity({ email, onConfirmed, onClose }: Props) {
  const confirm = useMutation({
    mutationFn: ({ password = "" }: Record<string, string>) => reauthenticate(password),
    onSuccess: onConfirmed,
  });
  return (
    <Dialog
      title="Confirm it's you"
      description="You signed in more than 10 minutes ago. Enter your password to continue."
      onClose={onClose}
    >
      <Form submit="Confirm" pending={confirm.isPending} onSubmit={confirm.mutate}>
        <Failure error={confirm.error} words={{ forbidden: "The password is wrong." }} />
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
      <p className="text-muted text-sm">
        No password?{" "}
        <Link
          className="text-tide underline underline-offset-4"
          href="/sign-in?error=ReauthenticationRequired&callbackUrl=/account"
        >
          Sign in again
        </Link>{" "}
        instead.
      </p>
    </Dialog>
  );
}
