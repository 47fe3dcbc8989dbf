import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { revokeOrganisationKey } from "@/lib/organisations/api-keys";

export const DELETE = handle(api.apiKeys.revoke, ({ ctx, params }) =>
  revokeOrganisationKey(ctx, params.key_id),
);
