import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { createOrganisationKey, listOrganisationKeys } from "@/lib/organisations/api-keys";

export const GET = handle(api.apiKeys.list, (args) =>
  paginate(
    args,
    (page) => listOrganisationKeys(args.ctx, page),
    (key) => key.id,
  ),
);

export const POST = handle(api.apiKeys.create, ({ ctx, body }) => createOrganisationKey(ctx, body));
