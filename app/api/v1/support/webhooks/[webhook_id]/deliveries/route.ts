import { api } from "@/lib/contract/api";
import { selectDeliveries } from "@/lib/delivery/log/read-deliveries";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { admitToDeliveries } from "@/lib/support/admit-to-deliveries";

export const GET = handle(api.support.deliveries, async (args) => {
  const { ctx, params } = args;
  await admitToDeliveries(ctx, params.webhook_id);
  return paginate(
    args,
    (page) => selectDeliveries(ctx.services.db, params.webhook_id, page),
    (delivery) => delivery.id,
  );
});
