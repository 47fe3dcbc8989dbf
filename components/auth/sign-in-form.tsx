"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { PasswordField } from "@/components/forms/password-field";
import { Field } from "@/components/ui/field";
import { signIn } from "@/console/queries/session";
import { signInText, text } from "@/console/text/auth";
import { RequestError } from "@/lib/api-client/request";

import { CodeForm } from "./code-form";

type Props = {
  /** A known address to fill in. */
  email?: string;
  onSignedIn: () => void;
  /** Shown below the form, until a code is asked for. */
  children?: ReactNode;
};

/** Signs in with email and password, and then a code if the account asks for one. The error never says which of the two is wrong. */
export function SignInForm({ email, onSignedIn, children }: Props) {
  const password = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: (values: Record<string, string>) =>
      signIn(values["email"] ?? "", values["password"] ?? ""),
    onSuccess: onSignedIn,
    // Most likely it is the password that is wrong, so typing replaces it.
    onError: () => password.current?.select(),
  });
  const { error } = attempt;
  if (error instanceof RequestError && error.code === "second_factor_code_required")
    return <CodeForm onSignedIn={onSignedIn} onRestart={attempt.reset} />;
  return (
    <>
      <Form
        submit={signInText.submit}
        // Stays pending until the next page has loaded.
        pending={attempt.isPending || attempt.isSuccess}
        onSubmit={attempt.mutate}
      >
        <Failure error={attempt.error} messages={signInText.errors} />
        <Field
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
          autoFocus
          defaultValue={email}
        />
        <PasswordField
          ref={password}
          label={text.password}
          name="password"
          autoComplete="current-password"
          required
        />
      </Form>
      {children}
    </>
  );
}
