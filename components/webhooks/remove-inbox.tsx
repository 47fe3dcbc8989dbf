"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/test-inbox";

import { WebhookDialog } from "./lazy-webhook-dialog";

/** Removes a test inbox with what it received, after a question. */
export function RemoveInbox(props: { params: WebhookIds; webhook: Webhook }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
        {text.remove}
      </Button>
      {isAsking && <WebhookDialog {...props} name="delete" onClose={() => setIsAsking(false)} />}
    </>
  );
}
