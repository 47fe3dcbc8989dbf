import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { readSupportDelivery } from "@/lib/support/read-support-delivery";

export const GET = handle(api.support.delivery, ({ ctx, params }) =>
  readSupportDelivery(ctx, params.msg_id),
);
