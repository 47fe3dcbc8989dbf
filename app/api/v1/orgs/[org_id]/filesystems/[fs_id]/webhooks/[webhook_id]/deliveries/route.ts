import { api } from "@/lib/contract/api";
import { listDeliveries } from "@/lib/delivery/log/read-deliveries";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.deliveries.list, (args) =>
  paginate(
    args,
    (page) => listDeliveries(args.ctx, args.params.webhook_id, { ...args.query, ...page }),
    (delivery) => delivery.id,
  ),
);
