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
      id: z.string().nullable().meta({ example: "user_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
      name: z.string().meta({ example: "Ada" }),
    }),
    action: z.string().meta({ example: "filesystem.renamed" }),
    target: z.object({
      type: z.string().meta({ example: "filesystem" }),
      id: z.string().nullable().meta({ example: "fs_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
      name: z.string().nullable().meta({
        description: "What it was called then; the host of a webhook.",
        example: "tickets",
      }),
      present_name: z.string().nullable().meta({
        example: "tickets",
        description:
          "What the filesystem, webhook, API key or member is called now; null once it is deleted, revoked or removed, and for other targets.",
      }),
    }),
    filesystem_name: z.string().nullable().meta({
      example: null,
      description: "Name of the filesystem that `details` names; null once it is deleted.",
    }),
    address: z
      .string()
      .nullable()
      .meta({ description: "IP address; null for the operator's shell.", example: "203.0.113.7" }),
    request_id: z.string().nullable().meta({ example: "req_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
    details: z.record(z.string(), z.unknown()).meta({
      description: "What was set; `before` has what it replaced.",
      example: { name: "tickets", before: { name: "issues" } },
    }),
    credential: z
      .object({
        type: z.enum(["session", "login", "api_key", "mount"]),
        id: z.string().meta({ example: "sess_01kb3x6v7cf2dsk8xkqz4n5w9a" }),
      })
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
