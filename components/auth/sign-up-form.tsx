"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Field } from "@/components/ui/field";
import { signUpText, text } from "@/console/text/auth";
import { signUpApi } from "@/lib/api-client/calls/sign-up";
import { request } from "@/lib/api-client/request";

import { signInAfterSignUp } from "./sign-in-after-sign-up";

/** Creates the account of an invited address, which joins the organisation, and signs it in. */
export function SignUpForm({ token }: { token: string }) {
  const make = useMutation({
    mutationFn: async ({ name = "", password = "" }: Record<string, string>) => {
      const made = await request(signUpApi.signUp, { body: { token, name, password } });
      return signInAfterSignUp(made.email, password, made.org_id);
    },
    onSuccess: (path) => window.location.assign(path),
  });
  return (
    <Form
      submit={signUpText.submit}
      pending={make.isPending || make.isSuccess}
      onSubmit={make.mutate}
    >
      <Failure error={make.error} messages={signUpText.errors} />
      <Field
        label={text.yourName}
        name="name"
        autoComplete="name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
        autoFocus
        required
        maxLength={200}
        error={problemOf(make.error, "name")}
      />
      <NewPassword error={problemOf(make.error, "password")} />
    </Form>
  );
}
