/**
 * The URL of every test inbox, and only theirs (spec 7.37). No resolver knows a name below `.invalid` (RFC 2606), so it
 * leads nowhere but to the service's own listener.
 */
export const TEST_INBOX_URL = "https://inbox.tidemark.invalid/";
export const TEST_INBOX_HOST = "inbox.tidemark.invalid";

/** Whether a webhook is a test inbox. */
export const isTestInbox = ({ url }: { url: string }): boolean => url === TEST_INBOX_URL;

/** Whether a host is reserved for webhooks whose URL the server gives. */
export const isReservedHost = (host: string): boolean => /(^|\.)tidemark\.invalid$/.test(host);
