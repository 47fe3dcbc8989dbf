"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";

import { Failure, problemOf } from "@/components/forms/failure";
import { Form } from "@/components/forms/form";
import { NewPassword } from "@/components/forms/new-password";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import { BrokenLink } from "./broken-link";
import { useFragmentToken } from "./use-fragment-token";

/** Sets a new password by the link of a mail or of the operator. */
export function ResetPassword() {
  const token = useFragmentToken();
  const reset = useMutation({
    mutationFn: ({ password = "" }: Record<string, string>) =>
      request(api.signUp.confirmReset, { body: { token: token ?? "", password } }),
  });
  if (token === undefined) return null;
  if (reset.isSuccess)
    return (
      <>
        <Alert tone="good">
          <p>Your password is set. Every session, command-line login and mount has ended.</p>
          <p>{describeDisconnected(reset.data.disconnected_identities)}</p>
        </Alert>
        <Button asChild>
          <Link href="/sign-in">Sign in</Link>
        </Button>
      </>
    );
  if (token === null)
    return <BrokenLink>Ask for another link under “Forgot your password?”.</BrokenLink>;
  return (
    <Form submit="Set password" pending={reset.isPending} onSubmit={reset.mutate}>
      <Failure
        error={reset.error}
        messages={{
          not_found: "This link was used already or is older than an hour. Ask for another.",
        }}
      />
      <p className="text-muted text-sm">
        This ends every session, command-line login and mount of yours and disconnects other ways to
        sign in, such as GitHub.
      </p>
      <NewPassword label="New password" error={problemOf(reset.error, "password")} />
    </Form>
  );
}

function describeDisconnected(identities: readonly { name: string }[]): string {
  if (identities.length === 0) return "No other way to sign in was connected.";
  const names = identities.map(({ name }) => name).join(", ");
  return `Disconnected: ${names}. To sign in with it again, connect it under Account.`;
}
