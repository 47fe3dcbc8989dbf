"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { confirmEmailChange } from "@/console/queries/account";
import { confirmEmailText as text } from "@/console/text/auth";

import { BrokenLink } from "./broken-link";
import { SignInForm } from "./sign-in-form";
import { useFragmentToken } from "./use-fragment-token";

/** Gives the signed-in user's account the address that the link was sent to, if necessary after signing in. */
export function ConfirmEmail({ user }: { user: { name: string; email: string } | null }) {
  const token = useFragmentToken();
  const [isSignedIn, setSignedIn] = useState(user !== null);
  const confirm = useMutation({ mutationFn: () => confirmEmailChange(token ?? "") });
  if (token === undefined) return null;
  if (confirm.isSuccess)
    return (
      <>
        <Alert tone="good">
          <p>{text.done(confirm.data.email)}</p>
        </Alert>
        <Button asChild>
          <Link href="/account">{text.continue}</Link>
        </Button>
      </>
    );
  if (token === null) return <BrokenLink>{text.brokenLink}</BrokenLink>;
  const failure = <Failure error={confirm.error} messages={text.errors} />;
  if (!isSignedIn)
    return (
      <>
        <p className="text-muted text-sm">{text.signInFirst}</p>
        <SignInForm
          onSignedIn={() => {
            setSignedIn(true);
            confirm.mutate();
          }}
        />
      </>
    );
  return (
    <>
      {failure}
      {user !== null && (
        <p>
          {text.signedInAs} <strong className="font-semibold">{user.name}</strong> ({user.email}).
        </p>
      )}
      <Button aria-disabled={confirm.isPending} onClick={() => confirm.mutate()}>
        {text.submit}
      </Button>
    </>
  );
}
