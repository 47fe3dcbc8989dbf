import { isListener, isReserved } from "@/lib/contract/listener-url";

import { webhookName } from "./webhook-name";

/** What tells a webhook from others in a list: its host and path. */
export function webhookAddress(webhook: { url: string }): string {
  const { host, pathname, search } = new URL(webhook.url);
  if (isReserved(webhook)) return webhookName(host);
  return host + (pathname === "/" ? "" : pathname) + search;
}

/** The same with its description, if it has one; that of a listener is its machine. */
export function webhookLabel(webhook: { url: string; description: string }): string {
  const parts = [webhookAddress(webhook), webhook.description].filter(Boolean);
  return parts.join(isListener(webhook) ? " on " : " · ");
}

/** The end of an id, which is random: enough to tell webhooks of one host apart. */
export const shortId = (id: string): string =>
  `${id.slice(0, id.indexOf("_") + 1)}…${id.slice(-6)}`;
