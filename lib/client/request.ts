import { z } from "zod";

import { type ErrorCode, ERRORS, type Problem, PROBLEM_TYPES } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";

/** Why a request came to nothing: a code of the contract, `unreachable` without any answer, `unknown` for one that says nothing. */
export type FailureCode = ErrorCode | "unreachable" | "unknown";

type Refusal = {
  /** HTTP status; 0 without any answer. */
  status: number;
  code: FailureCode;
  requestId?: string | null;
  problems?: readonly Problem[];
  /** Seconds after which the same may work. */
  retryAfter?: number | null;
};

/** An answer that is not the operation's success, or no answer at all (contract, section 2). */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly code: FailureCode;
  readonly requestId: string | null;
  readonly problems: readonly Problem[];
  readonly retryAfter: number | null;

  constructor({ status, code, requestId = null, problems = [], retryAfter = null }: Refusal) {
    super(`${code} (${status})`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.problems = problems;
    this.retryAfter = retryAfter;
  }
}

type Input<Op extends Operation> = {
  params?: z.input<Op["params"]>;
  query?: z.input<Op["query"]>;
  body?: Op extends { body: infer Body extends z.ZodType } ? z.input<Body> : never;
  /** Statuses that are results too, as the 503 of `/ready` is. */
  accept?: readonly number[];
  signal?: AbortSignal;
  /** Where the service is and who asks, for what is no page of it. */
  from?: { baseUrl: string; authorization: string | null };
};

/**
 * Calls one operation of the contract, by default on the page's own origin.
 * @throws RequestError for anything but its success.
 */
export async function request<Op extends Operation>(
  op: Op,
  { params, query, body, accept = [op.status], signal, from }: Input<Op> = {},
): Promise<z.output<Op["result"]>> {
  const response = await reach(`${from?.baseUrl ?? ""}${urlOf(op.path, params, query)}`, {
    method: op.method,
    headers: {
      ...(body === undefined || op.oauth ? {} : { "content-type": "application/json" }),
      ...(from?.authorization ? { authorization: from.authorization } : {}),
    },
    ...(body === undefined ? {} : { body: encode(op, body) }),
    ...(signal === undefined ? {} : { signal }),
    // A form of OAuth holds secrets, which are for nobody but the service that was asked.
    ...(op.oauth ? { redirect: "error" } : {}),
  });
  if (!accept.includes(response.status)) throw await readRefusal(response);
  const result: unknown = response.status === 204 ? undefined : await response.json();
  return op.result.parse(result) as z.output<Op["result"]>;
}

/** `fetch`, failing as a RequestError when no answer comes. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestError({ status: 0, code: "unreachable" });
  }
}

const encode = (op: Operation, body: unknown) =>
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

const Code = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);
const ProblemShape = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.enum(PROBLEM_TYPES),
});
const Body = z.union([
  z.object({
    detail: z.object({ code: Code, request_id: z.string(), retry_after: z.number().optional() }),
  }),
  z.object({ detail: z.array(ProblemShape), code: Code, request_id: z.string() }),
]);

/** What an answer that is no success says of itself. */
export async function readRefusal(response: Response): Promise<RequestError> {
  const { status } = response;
  const parsed = Body.safeParse(await response.json().catch(() => null));
  if (!parsed.success) {
    const requestId = response.headers.get("x-request-id");
    return new RequestError({ status, code: "unknown", requestId });
  }
  if ("code" in parsed.data) {
    const { detail: problems, code, request_id: requestId } = parsed.data;
    return new RequestError({ status, code, requestId, problems });
  }
  const { code, request_id: requestId, retry_after: retryAfter } = parsed.data.detail;
  return new RequestError({ status, code, requestId, retryAfter: retryAfter ?? null });
}
