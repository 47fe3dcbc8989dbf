import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { paginate } from "@/lib/http/page";
import { listKeyGrants } from "@/lib/organisations/api-keys";

export const GET = handle(api.apiKeys.grants, (input) =>
  paginate(
    input,
    (page) => listKeyGrants(input.ctx, input.params.key_id, page),
    (grant) => grant.filesystem_id,
  ),
);
