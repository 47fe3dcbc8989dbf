"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { forgotPasswordText, text } from "@/console/text/auth";
import { signUpApi } from "@/lib/api-client/calls/sign-up";
import { request } from "@/lib/api-client/request";

/** Requests a reset link. The response is the same whether the address has an account or not. */
export function ForgotPassword() {
  const send = useMutation({
    mutationFn: ({ email = "" }: Record<string, string>) =>
      request(signUpApi.requestReset, { body: { email } }),
  });
  if (send.isSuccess)
    return (
      <Alert tone="good">
        <p>{forgotPasswordText.sent}</p>
        <p className="text-muted">{forgotPasswordText.notReceived}</p>
      </Alert>
    );
  return (
    <Form submit={forgotPasswordText.submit} pending={send.isPending} onSubmit={send.mutate}>
      <Failure error={send.error} />
      <Field
        label={text.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        error={problemOf(send.error, "email")}
      />
    </Form>
  );
}
