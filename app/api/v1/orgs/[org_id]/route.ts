import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { getOrganisation } from "@/lib/organisations/read-organisation";
import { renameOrganisation } from "@/lib/organisations/rename-organisation";

export const GET = handle(api.organisations.get, ({ ctx }) => getOrganisation(ctx));

export const PATCH = handle(api.organisations.rename, ({ ctx, body }) =>
  renameOrganisation(ctx, body),
);
