import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  setup: "POST 201 /auth/setup",
  signUp: "POST 201 /auth/sign-up",
  requestReset: "POST 202 /auth/password-reset",
  checkReset: "POST 204 /auth/password-reset:check",
  confirmReset: "POST 200 /auth/password-reset:confirm",
} as const;

export const signUpApi = toCalls<"signUp", typeof TEXTS>(TEXTS);
