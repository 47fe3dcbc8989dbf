"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";

import { Failure } from "@/components/forms/failure";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { resumeWebhook } from "@/console/queries/webhook-verbs";
import { webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/paused";
import { text as shared } from "@/console/text/webhooks";

export type PausedProps =
  | { part: "pill" | "banner" }
  /** The button that resumes the webhook. */
  | { part: "action"; params: WebhookIds };

/** What the pages show of a paused webhook. */
export function Paused(props: PausedProps) {
  if (props.part === "action") return <Resume params={props.params} />;
  if (props.part === "banner")
    return (
      <Alert tone="warn">
        <p className="font-semibold">{text.banner}</p>
        <p>{text.bannerAbout}</p>
      </Alert>
    );
  return (
    <span className="bg-well text-muted inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap">
      <CirclePause aria-hidden className="size-3.5" />
      {shared.statuses.paused}
    </span>
  );
}

function Resume({ params }: { params: WebhookIds }) {
  const cache = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => resumeWebhook(params),
    onSuccess: (webhook) => cache.setQueryData(webhookQuery(params).queryKey, webhook),
  });
  return (
    <>
      <Button aria-disabled={isPending} onClick={() => mutate()}>
        {text.resume}
      </Button>
      <div className="w-0 min-w-full basis-full empty:hidden">
        <Failure error={error} messages={text.errors} />
      </div>
    </>
  );
}
