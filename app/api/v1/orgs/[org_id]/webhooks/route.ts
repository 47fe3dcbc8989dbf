import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listOrganisationWebhooks } from "@/lib/webhooks/list-organisation-webhooks";

export const GET = handle(api.organisationWebhooks.list, (args) =>
  paginate(
    args,
    (page) => listOrganisationWebhooks(args.ctx, { ...args.query, ...page }),
    (webhook) => webhook.id,
  ),
);
