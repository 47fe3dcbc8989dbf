"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Field } from "@/components/ui/field";
import { setupText, text } from "@/console/text/auth";
import { signUpApi } from "@/lib/api-client/calls/sign-up";
import { request } from "@/lib/api-client/request";

import { BrokenLink } from "./broken-link";
import { signInAfterSignUp } from "./sign-in-after-sign-up";
import { useFragmentToken } from "./use-fragment-token";

type Values = Record<string, string>;

/** Creates the first user and their organisation, and signs them in. */
export function Setup() {
  const token = useFragmentToken();
  const create = useMutation({
    mutationFn: async ({ email = "", name = "", password = "", organisation = "" }: Values) => {
      const made = await request(signUpApi.setup, {
        body: { token: token ?? "", email, name, password, organisation },
      });
      return signInAfterSignUp(email, password, made.org_id);
    },
    onSuccess: (path) => window.location.assign(path),
  });
  if (token === undefined) return null;
  if (token === null) return <BrokenLink>{setupText.brokenLink}</BrokenLink>;
  const { error } = create;
  return (
    <Form
      submit={setupText.submit}
      pending={create.isPending || create.isSuccess}
      onSubmit={create.mutate}
    >
      <Failure error={error} messages={setupText.errors} />
      <Field
        label={setupText.organisation}
        name="organisation"
        autoComplete="organization"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
        autoFocus
        required
        maxLength={200}
        error={problemOf(error, "organisation")}
      />
      <Field
        label={text.yourName}
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        error={problemOf(error, "name")}
      />
      <Field
        label={text.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        error={problemOf(error, "email")}
      />
      <NewPassword error={problemOf(error, "password")} />
    </Form>
  );
}
