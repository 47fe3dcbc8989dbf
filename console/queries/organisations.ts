import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** Creates an organisation owned by the user. */
export const createOrganisation = (name: string) =>
  request(api.organisations.create, { body: { name } });

/** Renames an organisation. */
export const renameOrganisation = (orgId: string, name: string) =>
  request(api.organisations.rename, { params: { org_id: orgId }, body: { name } });
