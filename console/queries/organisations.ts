import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { organisationsApi } from "@/lib/api-client/calls/organisations";
import { request } from "@/lib/api-client/request";
import type { organisations } from "@/lib/contract/organisations";

/** The name of a limit of an organisation. */
export type LimitName = keyof z.infer<typeof organisations.limits.result>;

/** The limits of an organisation and what it uses of each. */
export const limitsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "limits"],
    queryFn: ({ signal }) =>
      request(organisationsApi.limits, { params: { org_id: orgId }, signal }),
  });

/** An organisation, with the user's role in it. */
export const organisationQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["orgs", orgId, "organisation"],
    queryFn: ({ signal }) => request(organisationsApi.get, { params: { org_id: orgId }, signal }),
  });

/** Sets whether members reach an organisation only with a second factor. */
export const requireSecondFactor = (orgId: string, required: boolean) =>
  request(organisationsApi.requireSecondFactor, {
    params: { org_id: orgId },
    body: { required },
  });

/** Makes an organisation that one owns. */
export const createOrganisation = (name: string) =>
  request(organisationsApi.create, { body: { name } });

/** Deletes an organisation with all that belongs to it. */
export const deleteOrganisation = (orgId: string) =>
  request(organisationsApi.delete, { params: { org_id: orgId } });

/** Gives an organisation another name. */
export const renameOrganisation = (orgId: string, name: string) =>
  request(organisationsApi.rename, { params: { org_id: orgId }, body: { name } });
