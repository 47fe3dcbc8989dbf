import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

/** Makes an organisation that one owns. */
export const createOrganisation = (name: string) =>
  request(api.organisations.create, { body: { name } });

/** Gives an organisation another name. */
export const renameOrganisation = (orgId: string, name: string) =>
  request(api.organisations.rename, { params: { org_id: orgId }, body: { name } });
