"use client";

import { useMutation } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { Button } from "@/components/ui/button";
import { resendDelivery } from "@/console/queries/webhook-verbs";
import type { WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/delivery";

/** Sends the message once more. The attempt appears in the timeline when it has ended. */
export function Resend({ params, id }: { params: WebhookIds; id: string }) {
  const resend = useMutation({ mutationFn: () => resendDelivery(params, id) });
  return (
    <section aria-label={text.resend} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted text-sm">{text.resendAbout}</p>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={resend.isPending}
          onClick={() => !resend.isPending && resend.mutate()}
        >
          {text.resend}
        </Button>
      </div>
      <Failure error={resend.error} messages={text.resendErrors} />
      <output className="text-sm empty:hidden">{resend.isSuccess && text.resendDone}</output>
    </section>
  );
}
