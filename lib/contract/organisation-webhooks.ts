import { z } from "zod";

import { Id, OrgParams, QueryInt } from "./common";
import { deliveries, Delivery, Stats, Window } from "./deliveries";
import { operation } from "./operation";
import { NO_NUL } from "./path";
import { Webhook } from "./webhooks";

const ORG = "/api/v1/orgs/{org_id}";
const access = { scope: "organisation", needs: "webhooks" } as const;

// A page also counts what is pending for each webhook.
const MAX_WEBHOOKS = 100;

/** The health of a webhook, as people see it (spec 7.24). */
export const Health = z.enum(["healthy", "retrying", "failing", "disabled", "paused"]);

const MAX_SEARCH = 200;
const Search = z
  .string()
  .max(MAX_SEARCH)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), {
    message: "must be valid Unicode without NUL",
  })
  .optional()
  .meta({
    description:
      "A part of the URL, path prefix or description, or of the filesystem's name; case doesn't matter.",
    pattern: NO_NUL,
  });

/** The webhooks, messages and statistics of all filesystems that the caller can write to. */
export const organisationWebhooks = {
  list: operation({
    id: "listOrganisationWebhooks",
    method: "GET",
    path: `${ORG}/webhooks`,
    summary: "List the webhooks of an organisation; an API key sees those of its rw filesystems",
    access,
    rate: "management",
    params: OrgParams,
    query: z.strictObject({
      limit: QueryInt(1, MAX_WEBHOOKS, MAX_WEBHOOKS),
      after: Id("wh").optional(),
      health: z
        .enum([...Health.options, "unhealthy"])
        .optional()
        .meta({
          description: "`unhealthy`: retrying, failing or disabled.",
        }),
      search: Search,
    }),
    result: z.array(Webhook),
    status: 200,
    errors: [],
  }),
  counts: operation({
    id: "countOrganisationWebhooks",
    method: "GET",
    path: `${ORG}/webhook-counts`,
    summary: "Count the webhooks of an organisation by health",
    access,
    rate: "management",
    params: OrgParams,
    query: z.strictObject({ search: Search }),
    result: z.record(Health, z.int()).meta({
      example: { healthy: 3, retrying: 0, failing: 1, disabled: 0, paused: 0 },
    }),
    status: 200,
    errors: [],
  }),
  deliveries: operation({
    id: "listOrganisationDeliveries",
    method: "GET",
    path: `${ORG}/deliveries`,
    summary: "List the deliveries of all webhooks of an organisation, newest first",
    access,
    rate: "management",
    params: OrgParams,
    query: deliveries.list.query.extend({
      id: Id("msg").optional(),
      filesystem_id: Id("fs").optional(),
      webhook_id: Id("wh").optional(),
    }),
    result: z.array(
      Delivery.extend({
        filesystem_id: Id("fs"),
        url: Webhook.shape.url,
        description: Webhook.shape.description.meta({ description: "That of the webhook." }),
      }),
    ),
    status: 200,
    errors: [],
  }),
  stats: operation({
    id: "getOrganisationStats",
    method: "GET",
    path: `${ORG}/stats`,
    summary: "Get the attempts of all webhooks of an organisation over time by outcome",
    access,
    rate: "management",
    params: OrgParams,
    query: z.strictObject({ window: Window }),
    result: Stats,
    status: 200,
    errors: [],
  }),
};
