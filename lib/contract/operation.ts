import type { z } from "zod";

import type { ErrorCode } from "./errors";

/** Which of those who reach a thing may call; the rest are refused with 403 (spec 1.7, 3.7, 3.8). */
type Who = {
  /** `person`: no API key. `session`: nor a command-line login; only the console's cookie. */
  only?: "person" | "session";
  /** Persons need this role: an owner or an admin. An API key needs `permission` instead, or may not at all. */
  role?: "admin";
  /** What an API key needs beyond its grants. */
  permission?: "filesystems:create" | "grants:write";
  /** A mount may call too: files and changes of its own filesystem. */
  mounts?: true;
};

/**
 * Who may call, checked before the body is read (spec 1.7).
 * `filesystem` needs the parameters `org_id` and `fs_id`, `organisation` needs `org_id`. `mount`: only the credential
 * of a mount session, also one that has ended. `support`: only the console of support staff.
 */
export type Access =
  | { scope: "anyone" }
  | { scope: "mount" }
  | { scope: "support" }
  | ({ scope: "caller" } & Who)
  | ({ scope: "organisation" } & Who)
  | ({ scope: "filesystem"; mode: "ro" | "rw" } & Who);

/** Which rate limit counts a request (spec 1.14). */
export type RateClass = "management" | "files" | "exempt";

export type Operation = {
  /** Names the operation in the OpenAPI document and in the typed client. */
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The public path below the origin, as in `/api/v1/orgs/{org_id}/filesystems/{fs_id}/files:move`. */
  path: `/api/v1/${string}` | `/oauth/${string}` | `/.well-known/${string}`;
  summary: string;
  access: Access;
  rate: RateClass;
  params: z.ZodType;
  query: z.ZodType;
  /** Request headers that mean something here, with what each does. */
  headers?: Readonly<Record<string, string>>;
  /** A zod schema of the JSON body; absent where there is none or where it is a stream of bytes. */
  body?: z.ZodType;
  /** The body is form-encoded, and refusals look as OAuth wants them (spec 2.4). */
  oauth?: true;
  /** Set where the request or the answer is a stream of bytes and not JSON. */
  bytes?: "request" | "response";
  /** The answer can be, or is only, a stream of events. */
  events?: "also" | "only";
  /** What a request keeps open while it lasts and may have only so many of; the feed only if it streams or waits. */
  holds?: "stream" | "upload";
  result: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Further statuses that are no refusal, and what each means. */
  also?: Readonly<Record<number, string>>;
  errors: readonly ErrorCode[];
};

const KIB = 1024;

/**
 * The largest body an operation takes, in bytes. In a filesystem it can hold two paths of 4,096 bytes, which JSON may
 * escape to 24 KiB each; elsewhere only ids, names, passwords and tokens. Parsing one takes milliseconds.
 */
export const maxBodyBytes = ({ access }: Pick<Operation, "access">): number =>
  access.scope === "filesystem" ? 64 * KIB : 16 * KIB;

/** Identity at run time; keeps the exact schemas of an operation at compile time. */
export function operation<const Op extends Operation>(op: Op): Op {
  return op;
}
