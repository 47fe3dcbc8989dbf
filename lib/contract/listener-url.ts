import { isTestInbox } from "./test-inbox-url";

const URL_OF_ONE = /^https:\/\/(wh_[0-9a-z]{26}\.listener\.tidemark\.invalid)\/$/;

/** The host of a listener, and only its own (spec 7.39). Like that of the test inbox, no resolver knows it. */
export const listenerHost = (webhookId: string): string => `${webhookId}.listener.tidemark.invalid`;

/** The id of the listener whose host this is; null for every other host. */
export function listenerAt(host: string): string | null {
  return isListener({ url: `https://${host}/` }) ? host.slice(0, host.indexOf(".")) : null;
}

/** Whether a webhook is a listener. */
export const isListener = ({ url }: { url: string }): boolean => URL_OF_ONE.test(url);

/** Whether the server gave a webhook its URL: it is neither set nor changed by a caller, and only the service reaches it. */
export const isReserved = (webhook: { url: string }): boolean =>
  isTestInbox(webhook) || isListener(webhook);
