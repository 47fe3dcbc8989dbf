import { z } from "zod";

import { none, noResult } from "./common";
import { operation } from "./operation";

const FACTOR = "/api/v1/me/second-factor";

/** The codes that replace a second factor, as they are shown once. */
export const RecoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({
      description:
        "Each works once instead of a second factor; returned only in this response. Empty if you have some from another factor.",
      example: ["abcd-efgh-ijkl-mnop"],
    }),
  })
  .meta({ id: "RecoveryCodes" });

const shared = {
  access: { scope: "caller", only: "session", recent: true },
  rate: "management",
  params: none,
  query: none,
} as const;

/** The caller's authenticator app (spec 3.21, 4.44). */
export const secondFactor = {
  start: operation({
    ...shared,
    id: "startSecondFactor",
    method: "POST",
    path: FACTOR,
    summary: "Start adding an authenticator app; it counts once a code confirms it",
    result: z.object({
      secret: z.string().meta({
        description: "In base32, returned only in this response.",
        example: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      }),
      uri: z.string().meta({
        description: "What the QR code contains.",
        example:
          "otpauth://totp/Tidemark:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tidemark",
      }),
    }),
    status: 201,
    errors: ["already_exists"],
  }),
  confirm: operation({
    ...shared,
    id: "confirmSecondFactor",
    method: "POST",
    path: `${FACTOR}:confirm`,
    summary: "Turn two-factor authentication on with a code of the app",
    body: z.strictObject({ code: z.string().max(50).meta({ example: "492039" }) }),
    result: RecoveryCodes,
    status: 200,
    errors: ["second_factor_invalid"],
  }),
  renewRecoveryCodes: operation({
    ...shared,
    id: "renewRecoveryCodes",
    method: "POST",
    path: `${FACTOR}:renew-recovery-codes`,
    summary: "Replace the recovery codes; earlier ones stop working",
    result: RecoveryCodes,
    status: 200,
    errors: ["not_found"],
  }),
  remove: operation({
    ...shared,
    id: "removeSecondFactor",
    method: "DELETE",
    path: FACTOR,
    summary: "Turn two-factor authentication off",
    result: noResult,
    status: 204,
    errors: ["not_found"],
  }),
};
