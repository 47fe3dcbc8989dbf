import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { revokeOrganisationKey } from "@/lib/organisations/api-keys";
import { updateOrganisationKey } from "@/lib/organisations/update-api-key";

export const PATCH = handle(api.apiKeys.update, ({ ctx, params, body }) =>
  updateOrganisationKey(ctx, params.key_id, body),
);

export const DELETE = handle(api.apiKeys.revoke, ({ ctx, params }) =>
  revokeOrganisationKey(ctx, params.key_id),
);
