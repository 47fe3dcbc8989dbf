import type { z } from "zod";

import type { ErrorCode } from "./errors";
import { LIMITS } from "./limits";
import type { Scope } from "./scopes";

/** Which callers with access to the resource may call; others get 403 (spec 1.7, 3.7, 3.8). */
type Who = Scoped & {
  /** Users must be an owner or admin. An API key needs `permission` instead, or is refused. */
  role?: "admin";
  /** What an API key needs besides its grants. */
  permission?: "filesystems:create" | "grants:write";
  /**
   * With the console's cookie, the user must have confirmed who they are within the last 10 minutes (spec 3.20).
   * `or_new`: or signed in within them, if they have no way to confirm it, which the verb checks.
   */
  recent?: true | "or_new";
  /** Mounts may call too, for files and changes of their own filesystem. */
  mounts?: true;
};

/** Each operation that an API key or a command-line login can call says which of its scopes that takes (spec 3.23). */
type Scoped =
  /** Only the console's cookie, which has no scopes. */
  | { only: "session"; needs?: never }
  /** `user`: no API keys. `any`: every scope will do. Of several, all are needed. */
  | { only?: "user"; needs: Scope | "any" | readonly Scope[] };

/**
 * Who may call, checked before the body is read (spec 1.7).
 * `filesystem` needs the path parameters `org_id` and `fs_id`, `organisation` needs `org_id`.
 * `mount`: only a mount's credential, even of an ended session. `support`: only support staff's console.
 */
export type Access =
  | { scope: "anyone" }
  | { scope: "mount" }
  | { scope: "support" }
  | ({ scope: "caller" } & Who)
  | ({ scope: "organisation" } & Who)
  /** `viewers`: users with the role viewer may call too, although API keys need `rw`. */
  | ({ scope: "filesystem"; mode: "ro" | "rw"; viewers?: true } & Who);

/** The rate limit a request counts against (spec 1.14). */
export type RateClass = "management" | "files" | "exempt";

export type Operation = {
  /** Operation id in the OpenAPI document and in the typed client. */
  id: string;
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Public path, as in `/api/v1/orgs/{org_id}/filesystems/{fs_id}/files:move`. */
  path: `/api/v1/${string}` | `/oauth/${string}` | `/.well-known/${string}`;
  summary: string;
  access: Access;
  rate: RateClass;
  params: z.ZodType;
  query: z.ZodType;
  /**
   * What examples have instead of the examples of their schemas: the query of a request, which also makes an optional
   * parameter part of it, and fields of the result. A request has to work where only `/tickets/4711.json` exists.
   */
  example?: Readonly<{
    query?: Readonly<Record<string, string>>;
    result?: Readonly<Record<string, unknown>>;
  }>;
  /** Names in the query that may be given several times. */
  lists?: readonly string[];
  /** Request headers with a meaning here: their descriptions, and what they look like as a regular expression. */
  headers?: Readonly<Record<string, string | { description: string; pattern: string }>>;
  /** Schema of the JSON body; absent without a body or for a stream of bytes. */
  body?: z.ZodType;
  /** The largest body, in bytes, where it is not that of its scope. */
  maxBodyBytes?: number;
  /** Media type of a JSON body that has its own. */
  mediaType?: "application/csp-report";
  /** The body is form-encoded and errors have OAuth's shape (spec 2.4). */
  oauth?: true;
  /** Set where the request or response is not one JSON value: a stream of bytes, lines of JSON, a text. */
  bytes?: "request" | "response" | "lines" | "text";
  /** Media type of a stream of bytes that has its own. */
  produces?: "application/zip";
  /** The response can be (`also`) or always is (`only`) a stream of server-sent events. */
  events?: "also" | "only";
  /**
   * What a request keeps open while it lasts and may have only so many of; the feed only if it streams or waits, a
   * download only if its content is a file.
   */
  holds?: "stream" | "upload" | "download" | "archive";
  result: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Other statuses that are not errors, with their descriptions. */
  also?: Readonly<Record<number, string>>;
  errors: readonly ErrorCode[];
};

/** The scopes that an API key or a login needs; none: any will do, or they cannot call it (spec 3.23). */
export function scopesOf(access: Access): readonly Scope[] {
  if (!("needs" in access) || access.needs === undefined || access.needs === "any") return [];
  return typeof access.needs === "string" ? [access.needs] : access.needs;
}

/** The largest body an operation accepts, in bytes; parsing one takes milliseconds. */
export const maxBodyBytes = (op: Pick<Operation, "access" | "maxBodyBytes">): number =>
  op.maxBodyBytes ?? LIMITS.bodyBytes[op.access.scope === "filesystem" ? "filesystem" : "other"];

/** Identity at run time; keeps the exact schemas of an operation at compile time. */
export function operation<const Op extends Operation>(op: Op): Op {
  return op;
}
