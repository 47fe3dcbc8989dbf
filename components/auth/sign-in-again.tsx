"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { confirmAt, type Provider } from "@/console/queries/session";
import { confirmText as text } from "@/console/text/auth";

type Props = { provider: Provider; onDone: () => void };

/** Signs in again at a provider, in a new tab, so that nothing typed in this one is lost. */
export function SignInAgain({ provider, onDone }: Props) {
  const go = useMutation({
    mutationFn: async (tab: Window | null) => {
      const url = await confirmAt(provider.id, "/account");
      if (tab === null) window.location.assign(url);
      else tab.location.assign(url);
    },
    onError: (_, tab) => tab?.close(),
  });
  return (
    <div className="flex flex-col gap-3">
      <Failure error={go.error} />
      <Button
        variant="secondary"
        // Opened with the click, or the browser would block it.
        onClick={() => go.mutate(window.open("", "_blank"))}
      >
        {text.signInAgain(provider.name)}
      </Button>
      {go.isSuccess && (
        <>
          <p className="text-muted text-sm">{text.inNewTab}</p>
          <Button onClick={onDone}>{text.continue}</Button>
        </>
      )}
    </div>
  );
}
