import { api } from "@/lib/contract/api";
import { listOrganisationDeliveries } from "@/lib/delivery/log/read-organisation-log";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";

export const GET = handle(api.organisationWebhooks.deliveries, (args) =>
  paginate(
    args,
    (page) => listOrganisationDeliveries(args.ctx, { ...args.query, ...page }),
    (delivery) => delivery.id,
  ),
);
