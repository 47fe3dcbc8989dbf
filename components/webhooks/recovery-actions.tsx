"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { handleRequestError } from "@/components/layout/session-watch";
import { Button } from "@/components/ui/button";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-health";
import { RequestError } from "@/lib/api-client/request";

type Props = { params: WebhookIds; webhook: Webhook; size?: "sm" };

/** The actions for an unhealthy webhook: retry now and say what came of it, or enable it again. */
export function RecoveryActions({ params, webhook, size }: Props) {
  const cache = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  // Not useMutation: this is the largest page of the console, and nothing else on it loads that code.
  const run = async (action: "retry" | "enable") => {
    setPending(true);
    setError(null);
    setFailed(null);
    try {
      // Loaded when it is needed; that fails as a request does.
      const actions = await import("./recover").catch(() => {
        throw new RequestError({ status: 0, code: navigator.onLine ? "unreachable" : "offline" });
      });
      setFailed(await actions[action](params, cache, webhook));
    } catch (caught) {
      handleRequestError(cache, caught);
      setError(caught instanceof Error ? caught : new Error(String(caught)));
    }
    setPending(false);
  };
  const style = size && ({ size, variant: "secondary" } as const);
  return (
    <>
      {webhook.state === "active" && (
        <Button {...style} aria-disabled={isPending} onClick={() => void run("retry")}>
          {isPending ? text.retrying : text.retryNow}
        </Button>
      )}
      {webhook.disabled_reason === "failing" && (
        <Button {...style} aria-disabled={isPending} onClick={() => void run("enable")}>
          {text.enable}
        </Button>
      )}
      {/* As wide as the buttons, which must not move under a finger. */}
      <div className="order-last w-0 min-w-full basis-full empty:hidden">
        <Failure error={error} messages={text.recoveryErrors} />
        {failed !== null && <output className="text-sm">{failed}</output>}
      </div>
    </>
  );
}
