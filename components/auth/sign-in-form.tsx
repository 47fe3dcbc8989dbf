"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Field } from "@/components/ui/field";
import { signIn } from "@/console/queries/session";

type Props = {
  /** Fills in an address that is known already. */
  email?: string;
  onSignedIn: () => void;
};

/** Address and password. What is wrong of the two is never said. */
export function SignInForm({ email, onSignedIn }: Props) {
  const attempt = useMutation({
    mutationFn: (values: Record<string, string>) =>
      signIn(values["email"] ?? "", values["password"] ?? ""),
    onSuccess: onSignedIn,
  });
  return (
    <Form
      submit="Sign in"
      // A page that follows takes a moment; the form must not look idle until then.
      pending={attempt.isPending || attempt.isSuccess}
      onSubmit={attempt.mutate}
    >
      <Failure
        error={attempt.error}
        messages={{ unauthenticated: "Email or password is wrong." }}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
    </Form>
  );
}
