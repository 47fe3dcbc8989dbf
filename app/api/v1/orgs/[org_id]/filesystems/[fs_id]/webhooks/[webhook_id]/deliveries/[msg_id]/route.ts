import { api } from "@/lib/contract/api";
import { getDelivery } from "@/lib/delivery/log/read-deliveries";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.deliveries.get, ({ ctx, params }) =>
  getDelivery(ctx, params.webhook_id, params.msg_id),
);
