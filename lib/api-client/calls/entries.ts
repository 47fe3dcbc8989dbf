import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  read: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/files",
  readContent: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/contents/{etag}",
  remove: "DELETE 204 /orgs/{org_id}/filesystems/{fs_id}/files",
  stat: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/files:stat",
  list: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/entries",
  search: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/search",
  archive: "GET 200 /orgs/{org_id}/filesystems/{fs_id}/archive",
  makeDirectory: "POST 201 /orgs/{org_id}/filesystems/{fs_id}/directories",
  move: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/files:move",
  copy: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/files:copy",
  batch: "POST 200 /orgs/{org_id}/filesystems/{fs_id}/files:batch",
} as const;

export const entriesApi = toCalls<"entries", typeof TEXTS>(TEXTS);
