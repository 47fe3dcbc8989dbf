"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** Asks for a link by mail. Says the same whether the address has an account or not. */
export function ForgotPassword() {
  const ask = useMutation({
    mutationFn: ({ email = "" }: Record<string, string>) =>
      request(api.signUp.requestReset, { body: { email } }),
  });
  if (ask.isSuccess)
    return (
      <Alert tone="good">
        <p>If there is an account with this address, a link is on its way. It holds for an hour.</p>
        <p className="text-muted">
          Nothing came? The operator of this service can make a link as well.
        </p>
      </Alert>
    );
  return (
    <Form submit="Send a link" pending={ask.isPending} onSubmit={ask.mutate}>
      <Failure error={ask.error} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={problemOf(ask.error, "email")}
      />
    </Form>
  );
}
