import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  lookup: "POST 200 /device:lookup",
  approve: "POST 204 /device:approve",
  deny: "POST 204 /device:deny",
} as const;

export const deviceApi = toCalls<"device", typeof TEXTS>(TEXTS);
