import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { rotateOrganisationKey } from "@/lib/organisations/rotate-api-key";

export const POST = handle(api.apiKeys.rotate, ({ ctx, params, body }) =>
  rotateOrganisationKey(ctx, params.key_id, body),
);
