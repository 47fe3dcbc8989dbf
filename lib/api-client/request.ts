import type { z } from "zod";

import type { ErrorCode } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import type { Problem } from "@/lib/contract/problems";

/**
 * Why a request came to nothing: a code of the contract, `unreachable` without any answer, `offline` if the browser has
 * no network, `unknown` for a response that says nothing.
 */
export type FailureCode = ErrorCode | "unreachable" | "offline" | "unknown";

type Refusal = {
  /** HTTP status; 0 without any answer. */
  status: number;
  code: FailureCode;
  requestId?: string | null;
  problems?: readonly Problem[];
  /** Seconds after which the same may work. */
  retryAfter?: number | null;
  /** What an `insufficient_scope` lacks. */
  scope?: string | null;
  /** The limit that was reached. */
  limit?: number | null;
};

/** An answer that is not the operation's success, or no response at all (spec 2.1). */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly code: FailureCode;
  readonly requestId: string | null;
  readonly problems: readonly Problem[];
  readonly retryAfter: number | null;
  readonly scope: string | null;
  readonly limit: number | null;

  constructor({ status, code, requestId = null, problems = [], ...rest }: Refusal) {
    super(`${code} (${status})`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.problems = problems;
    this.retryAfter = rest.retryAfter ?? null;
    this.scope = rest.scope ?? null;
    this.limit = rest.limit ?? null;
  }
}

/** What a request needs of an operation. Schemas say what goes in and out; those that are there check the result. */
export type Callable = Pick<Operation, "method" | "path" | "status" | "oauth"> &
  Partial<Pick<Operation, "params" | "query" | "body" | "result">>;

export type Input<Op extends Callable> = {
  params?: z.input<NonNullable<Op["params"]>>;
  query?: z.input<NonNullable<Op["query"]>>;
  body?: "body" extends keyof Op ? z.input<NonNullable<Op["body"]>> : never;
  headers?: Readonly<Record<string, string>>;
  /** The body of an operation that takes bytes. */
  content?: BodyInit;
  /** Statuses that are results too, as the 503 of `/ready` is. */
  accept?: readonly number[];
  signal?: AbortSignal;
  /** Called with the headers of a success. */
  onHeaders?: (headers: Headers) => void;
  /** Where the service is and who asks, for what is no page of it. */
  from?: { baseUrl: string; authorization: string | null };
};

/**
 * Calls one operation of the contract, by default on the page's own origin.
 * @throws RequestError for anything but its success.
 */
export async function request<Op extends Callable>(
  op: Op,
  input: Input<Op> = {},
): Promise<z.output<NonNullable<Op["result"]>>> {
  const response = await send(op, input);
  input.onHeaders?.(response.headers);
  const result = response.status === 204 ? undefined : await readJson(response, input.signal);
  return (op.result?.parse(result) ?? result) as z.output<NonNullable<Op["result"]>>;
}

/**
 * The JSON of a response. @throws RequestError `unreachable` or `offline` if it breaks off: what it answers may be done
 */
export async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted || error instanceof SyntaxError) throw error;
    throw unreached();
  }
}

/**
 * Calls one operation, and returns its response unread: contents and streams.
 * @throws RequestError for anything but its success.
 */
export async function send<Op extends Callable>(
  op: Op,
  { params, query, headers, body, content, accept = [op.status], signal, from }: Input<Op> = {},
): Promise<Response> {
  const response = await reach(`${from?.baseUrl ?? ""}${urlOf(op.path, params, query)}`, {
    method: op.method,
    headers: {
      ...(body === undefined || op.oauth ? {} : { "content-type": "application/json" }),
      ...(from?.authorization ? { authorization: from.authorization } : {}),
      ...headers,
    },
    ...(body === undefined ? { body: content ?? null } : { body: encode(op, body) }),
    // fetch of Node sends a stream only so; the types are those of the browser.
    ...(content instanceof ReadableStream ? { duplex: "half" } : {}),
    ...(signal === undefined ? {} : { signal }),
    // A form of OAuth holds secrets, which are for no one but the service that was asked.
    ...(op.oauth ? { redirect: "error" } : {}),
  });
  if (!accept.includes(response.status)) throw await readRefusal(response);
  return response;
}

let fetchWith = (url: string, init: RequestInit) => fetch(url, init);

/** Replaces `fetch`: pages that are made on the server ask the routes of their own process. */
export const sendWith = (replacement: typeof fetchWith): void => void (fetchWith = replacement);

let confirm: (() => Promise<boolean>) | null = null;

/** Sets how to ask the user to confirm who they are; it resolves to whether they did. */
export const confirmWith = (ask: () => Promise<boolean>): void => void (confirm = ask);

/**
 * `fetch`, failing as a RequestError when no response comes. A request that is refused until the user confirms who
 * they are is sent again once they have.
 */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await attempt(url, init);
    if (confirm === null || response.status !== 403) return response;
    const { code } = await readRefusal(response.clone());
    if (code !== "reauthentication_required" || !(await confirm())) return response;
  }
}

async function attempt(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchWith(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreached();
  }
}

const unreached = () =>
  new RequestError({ status: 0, code: isOffline() ? "offline" : "unreachable" });

// Elsewhere than in a browser it is unknown.
const isOffline = () => typeof document === "object" && !navigator.onLine;

const encode = (op: Callable, body: unknown) =>
  op.oauth ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body);

/** The address of an operation on this origin, its parameters filled in. */
export function urlOf(path: string, params: unknown, query?: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const given = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
// The list of all codes would weigh on every page, and anyone who meets one it does not know says what it says of any.
const isCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && /^[a-z_]+$/.test(value);
const isProblem = (value: unknown): value is Problem =>
  isRecord(value) && Array.isArray(value["loc"]) && typeof value["msg"] === "string";

/** What a response that is no success says of itself. */
export async function readRefusal(response: Response): Promise<RequestError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const said = isRecord(body) ? body : {};
  const problems = Array.isArray(said["detail"]) ? said["detail"].filter(isProblem) : [];
  // Of fields that are wrong the code stands beside the list, of everything else within.
  const about = isRecord(said["detail"]) && !Array.isArray(said["detail"]) ? said["detail"] : said;
  const { code, request_id: requestId, retry_after: retryAfter, scope, limit } = about;
  return new RequestError({
    status,
    code: isCode(code) ? code : "unknown",
    requestId: typeof requestId === "string" ? requestId : response.headers.get("x-request-id"),
    problems,
    retryAfter: typeof retryAfter === "number" ? retryAfter : secondsOf(response.headers),
    scope: typeof scope === "string" ? scope : null,
    limit: typeof limit === "number" ? limit : null,
  });
}

// A server in front of the service says it in the header only, and may say it as a date.
const secondsOf = (headers: Headers) =>
  Number.parseInt(headers.get("retry-after") ?? "", 10) || null;
