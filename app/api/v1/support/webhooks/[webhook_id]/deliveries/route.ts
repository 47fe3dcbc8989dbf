import { api } from "@/lib/contract/api";
import { selectDeliveries } from "@/lib/delivery/log/read-deliveries";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { viewWebhook } from "@/lib/support/view-webhook";

export const GET = handle(api.support.deliveries, async (args) => {
  const { ctx, params } = args;
  await viewWebhook(ctx, "support.deliveries_viewed", params.webhook_id);
  return paginate(
    args,
    (page) => selectDeliveries(ctx.services.db, params.webhook_id, page),
    (delivery) => delivery.id,
  );
});
