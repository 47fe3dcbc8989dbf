import { listOrganisationChanges } from "@/lib/changes/list-organisation-changes";
import { api } from "@/lib/contract/api";
import { handle } from "@/lib/http/handle";

export const GET = handle(api.changes.listAll, ({ ctx, query }) =>
  listOrganisationChanges(ctx, query),
);
