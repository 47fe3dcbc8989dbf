import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";
import { createOrganisation } from "@/lib/organisations/create-organisation";

export const POST = handle(api.organisations.create, ({ ctx, body }) =>
  createOrganisation(ctx, body),
);
