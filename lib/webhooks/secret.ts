import { randomBytes } from "node:crypto";

/** A new signing secret: 24 random bytes as base64 after `whsec_` (spec 7.12). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

/** The context that a webhook's secrets are sealed with, so that they open for no other webhook. */
export const secretContext = (webhookId: string) => `webhook_secret:${webhookId}`;
