import { Timeline } from "@/components/deliveries/timeline";
import { CopyButton } from "@/components/ui/copy-button";
import type { Delivery } from "@/console/queries/deliveries";
import { text } from "@/console/text/support";

/** A message of a webhook, and the URL that is known of that. */
export type MessageProps = { delivery: Delivery; url: string };

/** The ID of a message, and its attempts. */
export function MessageAttempts({ delivery, url }: MessageProps) {
  return (
    <div className="flex flex-col gap-3 px-5 pt-1 pb-4">
      <p className="flex items-center gap-2">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{delivery.id}</code>
        <CopyButton text={delivery.id} label={text.copy(text.messageId)} />
      </p>
      <Timeline isStaff delivery={delivery} url={url} />
    </div>
  );
}
