import { webhookName } from "@/console/text/webhook-name";
import { isReserved } from "@/lib/contract/listener-url";

/** A webhook's URL with its host in bold, which tells webhooks apart; a test inbox or a listener by its name. */
export function WebhookAddress({ url }: { url: string }) {
  if (isReserved({ url })) return <strong>{webhookName(new URL(url).host)}</strong>;
  const { host, pathname, search } = new URL(url);
  return (
    <span className="font-mono text-sm wrap-anywhere">
      <span className="text-muted">https://</span>
      <strong className="font-semibold">{host}</strong>
      <span className="text-muted">{pathname + search}</span>
    </span>
  );
}
