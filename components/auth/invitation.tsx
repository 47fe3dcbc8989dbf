"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { AuthShell } from "@/components/layout/auth-shell";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type InvitationOffer, invitationQuery } from "@/console/queries/invitation";
import { signOut } from "@/console/queries/session";
import { invitationText as text } from "@/console/text/auth";
import { roleText } from "@/console/text/organisations";
import { invitationsApi } from "@/lib/api-client/calls/invitations";
import { request, RequestError } from "@/lib/api-client/request";

import { BrokenLink } from "./broken-link";
import { Facts } from "./facts";
import { SignInForm } from "./sign-in-form";
import { SignInInstead } from "./sign-in-instead";
import { SignUpForm } from "./sign-up-form";
import { useFragmentToken } from "./use-fragment-token";

type User = { name: string; email: string };

/** The page of an invitation: what it is to, or that it isn't valid. */
export function Invitation({ user }: { user: User | null }) {
  const token = useFragmentToken();
  const { data: offer, error } = useQuery({
    ...invitationQuery(token ?? ""),
    enabled: typeof token === "string",
  });
  if (error instanceof RequestError && error.code === "not_found")
    return (
      <AuthShell title={text.invalidTitle} description={text.invalid} isNext>
        <SignInInstead />
      </AuthShell>
    );
  return (
    <AuthShell title={text.title} description={text.description}>
      {token === null && <BrokenLink>{text.brokenLink}</BrokenLink>}
      <Failure error={error} />
      {typeof token === "string" && offer === undefined && error === null && (
        <Skeleton className="h-40" />
      )}
      {typeof token === "string" && offer !== undefined && (
        <Acceptance token={token} offer={offer} user={user} />
      )}
    </AuthShell>
  );
}

type AcceptanceProps = { token: string; offer: InvitationOffer; user: User | null };

/** Accepts an invitation as the signed-in user, or after signing in or up. */
function Acceptance({ token, offer, user }: AcceptanceProps) {
  const [signedIn, setSignedIn] = useState(user);
  const [form, setForm] = useState<"sign-up" | "sign-in">("sign-up");
  const accept = useMutation({
    mutationFn: () => request(invitationsApi.accept, { body: { token } }),
    onSuccess: ({ org_id: orgId }) => window.location.assign(`/o/${orgId}`),
  });
  // Without leaving the page: the token is only kept in its memory.
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      setSignedIn(null);
      accept.reset();
    },
  });
  const failure = (
    <>
      <Offer offer={offer} />
      <Failure error={accept.error} messages={text.errors} />
    </>
  );
  // The API decides; this offers only what it could accept.
  const isInvited = signedIn?.email.toLowerCase() === offer.email.toLowerCase();
  if (signedIn !== null)
    return (
      <>
        {failure}
        <p>
          {text.signedInAs} <strong className="font-semibold">{signedIn.name}</strong> (
          {signedIn.email}). {text.addressHint}
        </p>
        {isInvited && (
          <Button aria-disabled={accept.isPending} onClick={() => accept.mutate()}>
            {text.accept}
          </Button>
        )}
        <Failure error={leave.error} />
        <Button
          variant={isInvited ? "secondary" : "primary"}
          aria-disabled={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {text.switchAccount}
        </Button>
      </>
    );
  return (
    <>
      {failure}
      {form === "sign-up" ? (
        <SignUpForm token={token} />
      ) : (
        <SignInForm onSignedIn={() => accept.mutate()} />
      )}
      <Button
        variant="secondary"
        onClick={() => setForm(form === "sign-up" ? "sign-in" : "sign-up")}
      >
        {form === "sign-up" ? text.haveAccount : text.noAccount}
      </Button>
    </>
  );
}

function Offer({ offer }: { offer: InvitationOffer }) {
  return (
    <Facts
      facts={[
        [text.organisation, offer.organisation],
        ...(offer.invited_by === null ? [] : [[text.invitedBy, offer.invited_by] as const]),
        [text.invited, offer.email],
        [text.role, roleText[offer.role]],
      ]}
    />
  );
}
