import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  list: "GET 200 /orgs/{org_id}/filesystems",
  create: "POST 201 /orgs/{org_id}/filesystems",
  get: "GET 200 /orgs/{org_id}/filesystems/{fs_id}",
  update: "PATCH 200 /orgs/{org_id}/filesystems/{fs_id}",
  delete: "DELETE 204 /orgs/{org_id}/filesystems/{fs_id}",
  listGrants: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/grants",
  setGrant: "PUT 200 /orgs/{org_id}/filesystems/{fs_id}/grants",
  removeGrant: "DELETE 204 /orgs/{org_id}/filesystems/{fs_id}/grants/{key_id}",
} as const;

export const filesystemsApi = toCalls<"filesystems", typeof TEXTS>(TEXTS);
