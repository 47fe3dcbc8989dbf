import { z } from "zod";

import { Id, noResult, OrgParams, pageOf, Timestamp } from "./common";
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
    target: z.object({
      type: z.string(),
      id: z.string().nullable(),
      name: z
        .string()
        .nullable()
        .meta({ description: "What it was called then; the host of a webhook." }),
      present_name: z.string().nullable().meta({
        description:
          "What the filesystem, webhook, API key or member is called now; null once it is deleted, revoked or removed, and for other targets.",
      }),
    }),
    filesystem_name: z.string().nullable().meta({
      description: "Name of the filesystem that `details` names; null once it is deleted.",
    }),
    address: z
      .string()
      .nullable()
      .meta({ description: "IP address; null for the operator's shell." }),
    request_id: z.string().nullable(),
    details: z.record(z.string(), z.unknown()).meta({
      description: "What was set; `before` has what it replaced.",
      example: { role: "admin", before: { role: "member" } },
    }),
    credential: z
      .object({ type: z.enum(["session", "login", "api_key", "mount"]), id: z.string() })
      .nullable()
      .meta({ description: "What the actor presented; null for the operator's shell." }),
  })
  .meta({ id: "AuditEntry" });

// Ids and action names are visible ASCII, so nothing else can match.
const Word = z
  .string()
  .max(200)
  .regex(/^[!-~]+$/, { message: "must be visible ASCII" })
  .optional();

const filters = {
  actor: Word.meta({
    description:
      "ID of a user, API key or mount; `shell` for the operator, `service` for Tidemark itself, `support` for all that support staff viewed.",
  }),
  action: Word.meta({ example: "api_key.created" }),
  target: Word.meta({
    description:
      "ID of the affected resource; that of a filesystem also finds what was done to its webhooks, mounts and grants.",
  }),
  since: QueryTime.optional().meta({ description: "Only entries at or after this time." }),
  until: QueryTime.optional().meta({ description: "Only entries before this time." }),
};

export const auditLog = {
  list: operation({
    id: "listAuditEntries",
    method: "GET",
    path: `${ORG}/audit-log`,
    summary:
      "List the audit log of an organisation, newest first; `after` continues with older entries",
    access: { scope: "organisation", role: "admin", needs: "members" },
    rate: "management",
    params: OrgParams,
    query: pageOf("aud").extend(filters),
    result: z.array(AuditEntry),
    status: 200,
    errors: [],
  }),
  export: operation({
    id: "exportAuditLog",
    method: "GET",
    path: `${ORG}/audit-log:export`,
    summary: "Download the audit log of an organisation as JSON lines, newest first",
    access: { scope: "organisation", role: "admin", needs: "members" },
    rate: "management",
    params: OrgParams,
    query: z.strictObject(filters),
    bytes: "lines",
    holds: "archive",
    result: noResult,
    status: 200,
    errors: [],
  }),
};
