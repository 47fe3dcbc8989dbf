"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import { enter } from "./sign-in-after-sign-up";

/** Makes the account of an invited address, a member at once, and signs it in. */
export function SignUpForm({ token }: { token: string }) {
  const make = useMutation({
    mutationFn: async ({ name = "", password = "" }: Record<string, string>) => {
      const { email } = await request(api.signUp.signUp, { body: { token, name, password } });
      return enter(email, password);
    },
    onSuccess: (path) => window.location.assign(path),
  });
  return (
    <Form
      submit="Create my account"
      pending={make.isPending || make.isSuccess}
      onSubmit={make.mutate}
    >
      <Failure
        error={make.error}
        messages={{
          not_found:
            "This invitation was used already or is older than seven days. Ask for another.",
          already_exists:
            "The invited address has an account already. Sign in with it, or reset its password if you don't know it.",
          email_verification_required:
            "This link can't create an account. Open the link in the invitation e-mail instead.",
        }}
      />
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        error={problemOf(make.error, "name")}
      />
      <NewPassword error={problemOf(make.error, "password")} />
    </Form>
  );
}
