import { randomBytes } from "node:crypto";

/** A fresh signing secret: 24 random bytes as base64 after `whsec_` (spec 7.12). */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

/** The place a webhook's secrets are sealed for. */
export const secretPlace = (webhookId: string) => `webhook_secret:${webhookId}`;
