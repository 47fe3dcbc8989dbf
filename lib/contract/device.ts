import { z } from "zod";

import { none, noResult, Timestamp } from "./common";
import { operation } from "./operation";

const shared = {
  method: "POST",
  access: { scope: "caller", only: "session" },
  rate: "management",
  params: none,
  query: none,
  body: z.strictObject({
    user_code: z.string().min(1).max(50).meta({
      description: "As the client shows it; case, dashes and spaces do not matter.",
      example: "BCDF-GHJK",
    }),
  }),
  errors: ["not_found"],
} as const;

/** What the page `/device` asks for; only the console's cookie may (spec 3.7, 4.39). */
export const device = {
  lookup: operation({
    ...shared,
    id: "lookupDevice",
    path: "/api/v1/device:lookup",
    summary: "Who asks to log in with this code",
    result: z.object({
      client: z.object({ id: z.string(), name: z.string() }),
      address: z.string().meta({ description: "Where the client asked from." }),
      created_at: Timestamp,
      expires_at: Timestamp,
    }),
    status: 200,
  }),
  approve: operation({
    ...shared,
    id: "approveDevice",
    path: "/api/v1/device:approve",
    summary: "Let the client with this code log in as oneself",
    result: noResult,
    status: 204,
  }),
  deny: operation({
    ...shared,
    id: "denyDevice",
    path: "/api/v1/device:deny",
    summary: "Refuse the client with this code",
    result: noResult,
    status: 204,
  }),
};
