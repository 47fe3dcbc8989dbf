import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { deleteOrganisation } from "@/lib/organisations/delete-organisation";
import { getOrganisation } from "@/lib/organisations/read-organisation";
import { renameOrganisation } from "@/lib/organisations/rename-organisation";

export const GET = handle(api.organisations.get, ({ ctx }) => getOrganisation(ctx));

export const DELETE = handle(api.organisations.delete, ({ ctx }) => deleteOrganisation(ctx));

export const PATCH = handle(api.organisations.rename, ({ ctx, body }) =>
  renameOrganisation(ctx, body),
);
