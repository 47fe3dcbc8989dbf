import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { PlainCode } from "@/lib/contract/limit-codes";
import { isDeadlock, isOrphaned } from "@/lib/db/errors";
import { AppError, InvalidInput } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/** Turns any failure into a response (spec 2.1, 2.2, 2.9). Bugs reveal only a request id. */
export function toProblem(error: unknown, requestId: string): Response {
  if (error instanceof InvalidInput) {
    const body = { detail: error.problems, code: "validation_error", request_id: requestId };
    return Response.json(body, { status: ERRORS.validation_error.status });
  }
  if (error instanceof AppError) return problem(error, requestId);
  const code = unforeseenCode(error);
  if (code !== "not_found") log.error({ requestId, err: error }, "request failed");
  return problem(new AppError(code), requestId);
}

/** The code of the response to any failure. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof InvalidInput) return "validation_error";
  return error instanceof AppError ? error.code : unforeseenCode(error);
}

function unforeseenCode(error: unknown) {
  if (isOrphaned(error)) return "not_found";
  return isOutage(error) || isDeadlock(error) ? "unavailable" : "internal";
}

/** The response to a request that matched no operation. */
export function refuse(code: PlainCode, extra: Record<string, unknown> = {}): Response {
  const requestId = newId("req");
  const response = problem(new AppError(code, extra), requestId);
  response.headers.set("x-request-id", requestId);
  return response;
}

/** What the body of an error says (spec 2.1, 2.7). */
export const detailOf = ({ code, message, extra }: AppError, requestId: string) => ({
  code,
  message,
  request_id: requestId,
  ...extra,
});

function problem(error: AppError, requestId: string) {
  const { code, extra } = error;
  const { status } = ERRORS[code];
  const response = Response.json({ detail: detailOf(error, requestId) }, { status });
  if (status === 401) response.headers.set("www-authenticate", "Bearer");
  if (code === "insufficient_scope") response.headers.set("www-authenticate", challenge(extra));
  if (status === 429) response.headers.set("retry-after", String(extra["retry_after"]));
  if (code === "method_not_allowed") response.headers.set("allow", String(extra["allow"]));
  if (code === "unavailable") response.headers.set("retry-after", "1");
  return response;
}

// RFC 6750, section 3.1.
const challenge = ({ scope }: Record<string, unknown>) =>
  `Bearer error="insufficient_scope", scope="${String(scope)}"`;

const OUTAGE_CODES = new Set([
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  // A statement that took minutes was ended.
  "57014",
  "08006",
  "08001",
  "08003",
]);

/** Whether the database was briefly unavailable, so that a retry may succeed. */
function isOutage(error: unknown): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const { code, meta } = e as {
      code?: unknown;
      meta?: { driverAdapterError?: { cause?: unknown } };
    };
    if (typeof code === "string" && OUTAGE_CODES.has(code)) return true;
    const inner = meta?.driverAdapterError?.cause;
    if (inner !== undefined && isOutageCause(inner)) return true;
    if (/connection (terminated|timeout)|timeout exceeded when trying to connect/i.test(e.message))
      return true;
  }
  return false;
}

function isOutageCause(cause: unknown): boolean {
  const { kind, originalCode } = cause as { kind?: string; originalCode?: string };
  if (originalCode !== undefined && OUTAGE_CODES.has(originalCode)) return true;
  return kind === "DatabaseNotReachable" || kind === "ConnectionClosed" || kind === "SocketTimeout";
}
