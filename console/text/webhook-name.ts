import { TEST_INBOX_HOST } from "@/lib/contract/test-inbox-url";

/** What a webhook is called by the host of its URL. */
export const webhookName = (host: string): string =>
  host === TEST_INBOX_HOST ? "Test inbox" : host;
