"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { Separator } from "@/components/ui/separator";
import { type Provider, signInWith } from "@/console/queries/session";
import { signInText as text } from "@/console/text/auth";

type Props = {
  providers: readonly Provider[];
  /** The path to open afterwards. */
  target: () => string;
};

/** Buttons to sign in with other providers, if any. */
export function OtherWays({ providers, target }: Props) {
  const go = useMutation({
    mutationFn: (id: string) => signInWith(id, target()),
    onSuccess: (url) => window.location.assign(url),
  });
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <Separator>{text.or}</Separator>
      <Failure error={go.error} messages={text.providerErrors} />
      {providers.map(({ id, name }) => (
        <Button key={id} variant="secondary" onClick={() => go.mutate(id)}>
          {text.continueWith(name)}
        </Button>
      ))}
    </div>
  );
}
