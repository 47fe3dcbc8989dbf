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
      type: z.enum(["user", "key", "mount", "system"]),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string().meta({ example: "api_key.created" }),
    target: z.object({ type: z.string(), id: z.string().nullable() }),
    address: z
      .string()
      .nullable()
      .meta({ description: "IP address; null for the operator's shell." }),
    request_id: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });

// Ids and action names are visible ASCII, so nothing else can match.
const Word = z
  .string()
  .max(200)
  .regex(/^[!-~]+$/, { message: "must be visible ASCII" })
  .optional();

const AuditQuery = pageOf("aud").extend({
  actor: Word.meta({
    description: "ID of a user, API key or mount; `shell` for the operator.",
  }),
  action: Word.meta({ example: "api_key.created" }),
  target: Word.meta({ description: "ID of the affected resource." }),
  since: QueryTime.optional().meta({ description: "Only entries at or after this time." }),
  until: QueryTime.optional().meta({ description: "Only entries before this time." }),
});

export const auditLog = {
  list: operation({
    id: "listAuditEntries",
    method: "GET",
    path: `${ORG}/audit-log`,
    summary:
      "List the audit log of an organisation, newest first; `after` continues with older entries",
    access: { scope: "organisation", role: "admin" },
    rate: "management",
    params: OrgParams,
    query: AuditQuery,
    result: z.array(AuditEntry),
    status: 200,
    errors: [],
  }),
};
