import { z } from "zod";

import { Id, Name, none, noResult, OrgParams, Timestamp } from "./common";
import { operation } from "./operation";

export const ORG = "/api/v1/orgs/{org_id}";

/** Roles in an organisation, most powerful first. */
export const Role = z.enum(["owner", "admin", "member", "viewer"]);

const Organisation = z
  .object({
    id: Id("org"),
    name: z.string().meta({ example: "Example" }),
    role: Role.meta({ description: "The caller's." }),
    second_factor_required: z.boolean().meta({
      description: "Whether members reach it only with a second factor; API keys always do.",
    }),
    created_at: Timestamp,
  })
  .meta({ id: "Organisation" });

const Limit = z.object({
  limit: z.number().nullable().meta({ description: "Null: unlimited.", example: 1_000 }),
  used: z.number().meta({ example: 12 }),
});

const Limits = z
  .object({
    bytes: Limit,
    entries: Limit,
    filesystems: Limit,
    api_keys: Limit,
    invitations: Limit,
    streams: Limit.meta({
      description:
        "Open streams and long polls. Other processes than the one that responds tell of theirs from a block on.",
    }),
    management_requests: Limit.meta({ description: "In the current minute." }),
    file_requests: Limit.meta({ description: "In the current minute." }),
  })
  .meta({ id: "Limits" });

const shape = { rate: "management", query: none, result: Organisation, errors: [] } as const;

export const organisations = {
  create: operation({
    id: "createOrganisation",
    method: "POST",
    path: "/api/v1/orgs",
    summary: "Create an organisation; you become its owner",
    access: { scope: "caller", only: "user", needs: "members" },
    params: none,
    body: z.strictObject({ name: Name.meta({ example: "Example" }) }),
    status: 201,
    ...shape,
    errors: ["organisation_limit_reached"],
  }),
  get: operation({
    id: "getOrganisation",
    method: "GET",
    path: ORG,
    summary: "Get an organisation",
    access: { scope: "organisation", only: "user", needs: "any" },
    params: OrgParams,
    status: 200,
    ...shape,
  }),
  rename: operation({
    id: "renameOrganisation",
    method: "PATCH",
    path: ORG,
    summary: "Rename an organisation",
    access: { scope: "organisation", role: "admin", needs: "members" },
    params: OrgParams,
    body: z.strictObject({ name: Name.meta({ example: "Example" }) }),
    status: 200,
    ...shape,
  }),
  requireSecondFactor: operation({
    id: "requireSecondFactor",
    method: "POST",
    path: `${ORG}:require-second-factor`,
    summary: "Require a second factor of all members, or stop requiring it; only owners",
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
    params: OrgParams,
    body: z.strictObject({ required: z.boolean() }),
    status: 200,
    ...shape,
  }),
  delete: operation({
    id: "deleteOrganisation",
    method: "DELETE",
    path: ORG,
    summary: "Delete an organisation with all its filesystems, keys and webhooks; only owners",
    access: { scope: "organisation", only: "session", role: "admin", recent: true },
    params: OrgParams,
    ...shape,
    result: noResult,
    status: 204,
  }),
  limits: operation({
    id: "getLimits",
    method: "GET",
    path: `${ORG}/limits`,
    summary: "Get the limits of an organisation and what it uses of each",
    access: { scope: "organisation", needs: "any" },
    params: OrgParams,
    status: 200,
    ...shape,
    result: Limits,
  }),
};
