import { z } from "zod";

import { none, noResult, Timestamp } from "./common";
import { Client } from "./oauth";
import { operation } from "./operation";
import { SCOPES } from "./scopes";

const shared = {
  method: "POST",
  access: { scope: "caller", only: "session" },
  rate: "management",
  params: none,
  query: none,
  body: z.strictObject({
    user_code: z.string().min(1).max(50).meta({
      description: "The code the client shows; case, dashes and spaces are ignored.",
      example: "BCDF-GHJK",
    }),
  }),
  errors: ["not_found"],
} as const;

/** Used by the page `/device`; only a console session may call these (spec 3.7, 4.39). */
export const device = {
  lookup: operation({
    ...shared,
    id: "lookupDevice",
    path: "/api/v1/device:lookup",
    summary: "Get the pending login for a device code",
    result: z.object({
      client: Client,
      address: z
        .string()
        .meta({ description: "IP address of the client.", example: "203.0.113.7" }),
      scopes: z.array(z.enum(SCOPES)).meta({ description: "What the client asks for." }),
      created_at: Timestamp,
      expires_at: Timestamp.meta({ example: "2026-11-21T10:10:00.000Z" }),
    }),
    status: 200,
  }),
  approve: operation({
    ...shared,
    id: "approveDevice",
    path: "/api/v1/device:approve",
    summary: "Approve a device login",
    access: { ...shared.access, recent: true },
    result: noResult,
    status: 204,
  }),
  deny: operation({
    ...shared,
    id: "denyDevice",
    path: "/api/v1/device:deny",
    summary: "Deny a device login",
    result: noResult,
    status: 204,
  }),
};
