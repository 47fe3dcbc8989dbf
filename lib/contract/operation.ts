import type { z } from "zod";

import type { ErrorCode } from "./errors";

/**
 * Who may call, checked before the body is read (contract, section 1 "Order of checks").
 * `filesystem` needs the parameters `org_id` and `fs_id`, `organisation` needs `org_id`.
 */
export type Access =
  | { scope: "anyone" }
  | { scope: "caller" }
  | { scope: "organisation"; permission?: "filesystems:create" }
  | { scope: "filesystem"; mode: "ro" | "rw"; permission?: "grants:write" };

export type Scope = Access["scope"];

/** Which rate limit counts a request (contract, section 1 "Rate limits"). */
export type RateClass = "management" | "files" | "exempt";

export type Operation = {
  /** Names the operation in the OpenAPI document and in the typed client. */
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The public path below the origin, as in `/api/v1/orgs/{org_id}/filesystems/{fs_id}/files:move`. */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  rate: RateClass;
  params: z.ZodType;
  query: z.ZodType;
  /** A zod schema of the JSON body; absent where there is none or where it is a stream of bytes. */
  body?: z.ZodType;
  /** Set where the request or the answer is a stream of bytes and not JSON. */
  bytes?: "request" | "response";
  result: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Further statuses that are no refusal, and what each means. */
  also?: Readonly<Record<number, string>>;
  errors: readonly ErrorCode[];
};

/** Identity at run time; keeps the exact schemas of an operation at compile time. */
export function operation<const Op extends Operation>(op: Op): Op {
  return op;
}
