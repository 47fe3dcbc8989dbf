"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Separator } from "@/components/ui/separator";
import { signInWithPasskey } from "@/console/queries/passkeys";
import { type Provider, signInWith } from "@/console/queries/session";
import { signInText as text } from "@/console/text/auth";
import { usePasskeyText } from "@/console/text/passkeys";

import { UsePasskey } from "./use-passkey";

type Props = {
  providers: readonly Provider[];
  /** Whether browsers accept passkeys at this address. */
  hasPasskeys: boolean;
  /** The path to open afterwards. */
  target: () => string;
  /** Called once a passkey has signed in. */
  onSignedIn: () => void;
};

/** Buttons to sign in with a passkey and with other providers, where there are any. */
export function OtherWays({ providers, hasPasskeys, target, onSignedIn }: Props) {
  const go = useMutation({
    mutationFn: (id: string) => signInWith(id, target()),
    onSuccess: (url) => window.location.assign(url),
  });
  if (providers.length === 0 && !hasPasskeys) return null;
  return (
    <div className="flex flex-col gap-3">
      <Separator>{text.or}</Separator>
      {hasPasskeys && (
        <UsePasskey label={usePasskeyText.signIn} run={signInWithPasskey} onDone={onSignedIn} />
      )}
      <Failure error={go.error} messages={text.providerErrors} />
      {providers.map(({ id, name }) => (
        <Button key={id} variant="secondary" onClick={() => go.mutate(id)}>
          {text.continueWith(name)}
        </Button>
      ))}
    </div>
  );
}
