import { api } from "@/lib/contract/api";
import { resendDelivery } from "@/lib/delivery/log/resend-delivery";
import { handle } from "@/lib/http/handle";

export const POST = handle(api.deliveries.resend, ({ ctx, params }) =>
  resendDelivery(ctx, params.webhook_id, params.msg_id),
);
