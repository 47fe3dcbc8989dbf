import { isTestInbox, TEST_INBOX_HOST } from "@/lib/contract/test-inbox-url";

import { webhookName } from "./webhook-name";

/** What tells a webhook from others in a list: its host and path. */
export function webhookAddress(webhook: { url: string }): string {
  if (isTestInbox(webhook)) return webhookName(TEST_INBOX_HOST);
  const { host, pathname, search } = new URL(webhook.url);
  return host + (pathname === "/" ? "" : pathname) + search;
}

/** The same with its description, if it has one. */
export const webhookLabel = (webhook: { url: string; description: string }): string =>
  [webhookAddress(webhook), webhook.description].filter(Boolean).join(" · ");

/** The end of an id, which is random: enough to tell webhooks of one host apart. */
export const shortId = (id: string): string =>
  `${id.slice(0, id.indexOf("_") + 1)}…${id.slice(-6)}`;
