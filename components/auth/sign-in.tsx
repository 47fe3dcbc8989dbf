"use client";

import Link from "next/link";

import { Alert } from "@/components/ui/alert";
import { safePath } from "@/console/state/safe-path";

import { OtherWays } from "./other-ways";
import { SignInForm } from "./sign-in-form";

// What a provider's answer came to, as the sign-in library names it in the address.
const REFUSALS: Record<string, string> = {
  AccessDenied:
    "This identity belongs to no account here. Ask for an invitation, or sign in with your password and connect it under Account.",
  IdentityInUse: "This identity belongs to another account.",
  ReauthenticationRequired:
    "You signed in more than 10 minutes ago. Sign in again, then connect the identity under Account.",
  rate_limited: "Too many attempts. Try again in a few minutes.",
};
const REFUSED = "Signing in there did not work. Try again, or use your password.";

type Props = {
  /** Where to go afterwards, as it came in the address. */
  wanted: string | null;
  /** Why an attempt elsewhere failed, as it came in the address. */
  refusal: string | null;
};

/** All ways into the console. */
export function SignIn({ wanted, refusal }: Props) {
  const target = () => safePath(wanted, window.location.origin);
  return (
    <>
      {refusal !== null && (
        <Alert tone="bad">
          <p>{REFUSALS[refusal] ?? REFUSED}</p>
        </Alert>
      )}
      <SignInForm onSignedIn={() => window.location.assign(target())} />
      <OtherWays target={target} />
      <p className="text-muted text-sm">
        <Link className="text-tide underline underline-offset-4" href="/forgot-password">
          Forgot your password?
        </Link>
      </p>
    </>
  );
}
