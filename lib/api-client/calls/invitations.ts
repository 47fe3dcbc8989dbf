import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/invitations",
  create: "POST 201 /orgs/{org_id}/invitations",
  revoke: "DELETE 204 /orgs/{org_id}/invitations/{invitation_id}",
  read: "POST 200 /invitations:read",
  accept: "POST 200 /invitations:accept",
} as const;

export const invitationsApi = toCalls<"invitations", typeof TEXTS>(TEXTS);
