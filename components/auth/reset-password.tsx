"use client";

import { useMutation, useQuery } from "@tanstack/react-query";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { resetLinkQuery } from "@/console/queries/reset-link";
import { resetPasswordText, text } from "@/console/text/auth";
import { signUpApi } from "@/lib/api-client/calls/sign-up";
import { request, RequestError } from "@/lib/api-client/request";

import { BrokenLink } from "./broken-link";
import { useFragmentToken } from "./use-fragment-token";

/** Sets a new password with the token from a reset link. */
export function ResetPassword() {
  const token = useFragmentToken();
  const { error } = useQuery({
    ...resetLinkQuery(token ?? ""),
    enabled: typeof token === "string",
  });
  const reset = useMutation({
    mutationFn: ({ password = "" }: Record<string, string>) =>
      request(signUpApi.confirmReset, { body: { token: token ?? "", password } }),
  });
  if (token === undefined) return null;
  if (reset.isSuccess)
    return (
      <>
        <Alert tone="good">
          <p>{resetPasswordText.done}</p>
          <p>{resetPasswordText.disconnected(reset.data.disconnected_identities)}</p>
        </Alert>
        <Button asChild>
          <Link href="/sign-in">{resetPasswordText.signIn}</Link>
        </Button>
      </>
    );
  if (token === null)
    return (
      <>
        <BrokenLink>{resetPasswordText.brokenLink}</BrokenLink>
        <NewLink />
      </>
    );
  if ([error, reset.error].some((one) => one instanceof RequestError && one.code === "not_found"))
    return (
      <>
        <Alert tone="bad">{resetPasswordText.usedLink}</Alert>
        <NewLink />
      </>
    );
  return (
    <Form submit={resetPasswordText.submit} pending={reset.isPending} onSubmit={reset.mutate}>
      <Failure error={reset.error} />
      <p className="text-muted text-sm">{resetPasswordText.consequences}</p>
      <NewPassword label={text.newPassword} error={problemOf(reset.error, "password")} />
    </Form>
  );
}

const NewLink = () => (
  <Button asChild>
    <Link href="/forgot-password">{resetPasswordText.newLink}</Link>
  </Button>
);
