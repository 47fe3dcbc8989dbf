import { DeliveryPill } from "@/components/deliveries/outcome-pill";
import { Ago } from "@/components/ui/ago";
import type { Delivery } from "@/console/queries/deliveries";
import { historyOf } from "@/console/text/delivery-history";
import { text } from "@/console/text/support";

/** A message in a line. */
export const MessageSummary = ({ delivery }: { delivery: Delivery }) => (
  <>
    <DeliveryPill delivery={delivery} />
    <span className="font-medium">{delivery.type}</span>
    <span className="text-muted text-sm tabular-nums">
      {historyOf(delivery)}, {text.size(delivery.size)}
    </span>
    <span className="text-muted ml-auto text-sm">
      <Ago at={delivery.created_at} />
    </span>
  </>
);
