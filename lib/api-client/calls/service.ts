import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  me: "GET 200 /me",
  openapi: "GET 200 /openapi.json",
  health: "GET 200 /health",
  ready: "GET 200 /ready",
} as const;

export const serviceApi = toCalls<"service", typeof TEXTS>(TEXTS);
