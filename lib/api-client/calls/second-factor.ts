import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
  start: "POST 201 /me/second-factor",
  confirm: "POST 200 /me/second-factor:confirm",
  renewRecoveryCodes: "POST 200 /me/second-factor:renew-recovery-codes",
  remove: "DELETE 204 /me/second-factor",
} as const;

export const secondFactorApi = toCalls<"secondFactor", typeof TEXTS>(TEXTS);
