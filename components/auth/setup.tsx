"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import { BrokenLink } from "./broken-link";
import { enter } from "./sign-in-after-sign-up";
import { useFragmentToken } from "./use-fragment-token";

type Values = Record<string, string>;

/** Makes the first person and their organisation, and signs them in. */
export function Setup() {
  const token = useFragmentToken();
  const make = useMutation({
    mutationFn: async ({ email = "", name = "", password = "", organisation = "" }: Values) => {
      await request(api.signUp.setup, {
        body: { token: token ?? "", email, name, password, organisation },
      });
      return enter(email, password);
    },
    onSuccess: (path) => window.location.assign(path),
  });
  if (token === undefined) return null;
  if (token === null)
    return <BrokenLink>The service printed a link when it started; open that one.</BrokenLink>;
  const { error } = make;
  return (
    <Form
      submit="Create and sign in"
      pending={make.isPending || make.isSuccess}
      onSubmit={make.mutate}
    >
      <Failure
        error={error}
        messages={{ not_found: "This link is used up: the service has an owner already. Sign in." }}
      />
      <Field
        label="Organisation"
        name="organisation"
        autoComplete="organization"
        required
        maxLength={200}
        error={problemOf(error, "organisation")}
      />
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        error={problemOf(error, "name")}
      />
      <Field
        label="Email"
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
