import { listenerAt } from "@/lib/contract/listener-url";
import { TEST_INBOX_HOST } from "@/lib/contract/test-inbox-url";

/** What a webhook is called by the host of its URL. */
export function webhookName(host: string): string {
  if (host === TEST_INBOX_HOST) return "Test inbox";
  return listenerAt(host) === null ? host : "Listener";
}
