"use client";

import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import type { Provider } from "@/console/queries/session";
import { safePath } from "@/console/state/safe-path";
import { signInRefusals, signInText as text } from "@/console/text/auth";

import { CodeForm } from "./code-form";
import { OtherWays } from "./other-ways";
import { SignInForm } from "./sign-in-form";

type Props = {
  /** The page to open after signing in, from the URL. */
  callbackUrl: string | null;
  /** Other ways to sign in. */
  providers: readonly Provider[];
  /** Whether browsers accept passkeys at this address. */
  hasPasskeys: boolean;
  /** Why signing in with a provider failed, from the URL. */
  refusal: string | null;
  /** Whether a session ended while its user had a page open. */
  hasEnded: boolean;
  /** Whether a provider signed the user in and only the code is missing. */
  needsCode: boolean;
};

/** The sign-in form and the other ways to sign in. */
export function SignIn(props: Props) {
  const { callbackUrl, providers, hasPasskeys, refusal, hasEnded, needsCode } = props;
  const target = () => safePath(callbackUrl, window.location.origin);
  const open = () => window.location.assign(target());
  if (needsCode)
    return <CodeForm onSignedIn={open} onRestart={() => window.location.assign("/sign-in")} />;
  return (
    <>
      {refusal !== null && (
        <Alert tone="bad">
          <p>{signInRefusals[refusal] ?? text.refused}</p>
        </Alert>
      )}
      {hasEnded && refusal === null && (
        <Alert tone="warn">
          <p>{text.ended}</p>
        </Alert>
      )}
      <SignInForm onSignedIn={open}>
        <OtherWays
          providers={providers}
          hasPasskeys={hasPasskeys}
          target={target}
          onSignedIn={open}
        />
        <p className="text-muted text-sm">
          <Link className="text-tide underline underline-offset-4" href="/forgot-password">
            {text.forgotPassword}
          </Link>
        </p>
      </SignInForm>
    </>
  );
}
