"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import type { Attempt } from "@/console/queries/deliveries";
import { resendDelivery } from "@/console/queries/webhook-verbs";
import type { WebhookIds } from "@/console/queries/webhooks";
import { outcomeOf } from "@/console/text/attempt-outcome";
import { text } from "@/console/text/delivery";

type Props = { params: WebhookIds; id: string; attempts: readonly Attempt[]; url: string };

/** Sends the message once more, and says how that ended. */
export function Resend({ params, id, attempts, url }: Props) {
  const [before, setBefore] = useState<string>();
  const last = attempts.at(-1);
  const resend = useMutation({
    mutationFn: () => resendDelivery(params, id),
    onMutate: () => setBefore(last?.id),
  });
  return (
    <section aria-label={text.resend} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted text-sm">{text.resendAbout}</p>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {text.resend}
        </Button>
      </div>
      <Failure error={resend.error} messages={text.resendErrors} />
      <output className="text-sm empty:hidden">
        {resend.isSuccess &&
          (last === undefined || last.id === before ? text.resendDone : outcomeOf(last, url))}
      </output>
    </section>
  );
}
