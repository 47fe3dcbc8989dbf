"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { signOut } from "@/console/queries/session";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import { BrokenLink } from "./broken-link";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";
import { useFragmentToken } from "./use-fragment-token";

type Person = { name: string; email: string };

/** Takes someone into an organisation: as the person who is signed in, or who signs in or up here. */
export function Invitation({ person }: { person: Person | null }) {
  const token = useFragmentToken();
  const [signedIn, setSignedIn] = useState(person);
  const [way, setWay] = useState<"new" | "known">("new");
  const accept = useMutation({
    mutationFn: () => request(api.invitations.accept, { body: { token: token ?? "" } }),
    onSuccess: () => window.location.assign("/"),
  });
  // Without leaving the page, which alone still knows the token.
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      setSignedIn(null);
      accept.reset();
    },
  });
  if (token === undefined) return null;
  if (token === null)
    return <BrokenLink>Open the link of your invitation again, as a whole.</BrokenLink>;
  const failure = (
    <Failure
      error={accept.error}
      messages={{
        not_found:
          "This invitation is for another address, was used already, or is older than seven days. Ask for another.",
        email_verification_required:
          "Your address isn't verified yet. Open the link in the invitation e-mail instead.",
      }}
    />
  );
  if (signedIn !== null)
    return (
      <>
        {failure}
        <p>
          You are signed in as <strong className="font-semibold">{signedIn.name}</strong> (
          {signedIn.email}). An invitation holds for the address it was made for.
        </p>
        <Button aria-disabled={accept.isPending} onClick={() => accept.mutate()}>
          Accept the invitation
        </Button>
        <Failure error={leave.error} />
        <Button variant="secondary" aria-disabled={leave.isPending} onClick={() => leave.mutate()}>
          Sign out and use another account
        </Button>
      </>
    );
  return (
    <>
      {failure}
      {way === "new" ? (
        <SignUpForm token={token} />
      ) : (
        <SignInForm onSignedIn={() => accept.mutate()} />
      )}
      <Button variant="secondary" onClick={() => setWay(way === "new" ? "known" : "new")}>
        {way === "new" ? "I have an account already" : "I have no account yet"}
      </Button>
    </>
  );
}
