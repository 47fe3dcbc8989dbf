import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  create: "POST 201 /orgs",
  get: "GET 200 /orgs/{org_id}",
  rename: "PATCH 200 /orgs/{org_id}",
  requireSecondFactor: "POST 200 /orgs/{org_id}:require-second-factor",
  delete: "DELETE 204 /orgs/{org_id}",
  limits: "GET 200 /orgs/{org_id}/limits",
} as const;

export const organisationsApi = toCalls<"organisations", typeof TEXTS>(TEXTS);
