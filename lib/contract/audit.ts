import { z } from "zod";

import { Id, OrgParams, pageOf, Timestamp } from "./common";
import { QueryTime } from "./deliveries";
import { operation } from "./operation";
import { ORG } from "./organisations";

const AuditEntry = z
  .object({
    id: Id("aud"),
    at: Timestamp,
    actor: z.object({
      type: z.enum(["person", "key", "mount", "system"]),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string().meta({ example: "api_key.created" }),
    target: z.object({ type: z.string(), id: z.string().nullable() }),
    address: z.string().nullable().meta({ description: "Null for the operator at the shell." }),
    request_id: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });

// Ids and names of actions: visible ASCII, as everything that stands in these columns.
const Word = z
  .string()
  .max(200)
  .regex(/^[!-~]+$/, { message: "must be visible ASCII" })
  .optional();

const AuditQuery = pageOf("aud").extend({
  actor: Word.meta({
    description: "The id of a person, a key or a mount; `shell` for the operator.",
  }),
  action: Word.meta({ example: "api_key.created" }),
  target: Word.meta({ description: "The id of what it was done to." }),
  since: QueryTime.optional().meta({ description: "Done at this time or later." }),
  until: QueryTime.optional().meta({ description: "Done before this time." }),
});

export const auditLog = {
  list: operation({
    id: "listAuditEntries",
    method: "GET",
    path: `${ORG}/audit-log`,
    summary:
      "List what was done in an organisation, newest first; `after` goes on to older entries",
    access: { scope: "organisation", role: "admin" },
    rate: "management",
    params: OrgParams,
    query: AuditQuery,
    result: z.array(AuditEntry),
    status: 200,
    errors: [],
  }),
};
