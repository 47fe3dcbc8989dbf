import { setImmediate as nextIteration } from "node:timers/promises";

import { createSemaphore } from "@/lib/concurrency/semaphore";
import { formatLimit } from "@/lib/contract/limits";
import { AppError } from "@/lib/errors";
import { readBytes } from "@/lib/http/input";
import { addressKey, callerAddress } from "@/lib/http/peer";
import { toProblem } from "@/lib/http/problem";
import { limitRate } from "@/lib/http/rate-limit";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { Services } from "@/lib/services";

import { canonical } from "./engine/request";
import { isSigned, readSignature } from "./engine/signature";

const METHODS = ["GET", "POST", "PUT"];
const MAX_BODY_BYTES = 4 * 1024 * 1024;
// Calls of our functions take a few kilobytes. Larger bodies are read one at a time, so that
// strangers can fill neither memory nor an iteration of the event loop, and never delay a small
// one.
const SMALL_BODY_BYTES = 64 * 1024;
const LARGE_WAITING = 100;
// Our runs have a few dozen values. Canonicalising this many takes 20 ms; 4 MiB can hold two
// million.
const MAX_VALUES = 10_000;
const SEPARATORS = Buffer.from("[{,:");
const WARN_EVERY_MS = 60_000;

type Fetch = (request: Request) => Promise<Response>;

/**
 * Passes to `serve` (the SDK's handler) only requests that are signed with one of `keys`. The SDK
 * reads, parses and canonicalises a body before it checks the signature, so an unsigned body must
 * never reach it. Refused requests count against the caller's `anonymous` rate limit; a signed one
 * is never refused because of others at its address.
 */
export function serveSigned(serve: Fetch, services: Services, keys: readonly string[]): Fetch {
  const limitLarge = createSemaphore(1, LARGE_WAITING);
  const warn = createWarning();
  const readSigned = async (request: Request) => {
    admit(request);
    const isLarge = sizeOf(request) > SMALL_BODY_BYTES;
    const read = () => readGenuine(keys, request, isLarge);
    return isLarge ? limitLarge(read) : read();
  };
  return async (request) => {
    const read = await readSigned(request).catch((error: unknown) => {
      warn();
      return refuse(services, request, error);
    });
    if (read instanceof Response) return read;
    const { url, method, headers } = request;
    return serve(new Request(url, { method, headers, body: read.length > 0 ? read : null }));
  };
}

/**
 * Checks the headers alone.
 * @throws AppError `method_not_allowed`, `unauthenticated`
 */
function admit(request: Request): void {
  if (!METHODS.includes(request.method))
    throw new AppError("method_not_allowed", { allow: METHODS.join(", ") });
  if (readSignature(request.headers.get("x-inngest-signature"), Date.now()) === null)
    throw new AppError("unauthenticated");
}

// A body without a content-length may be of any size.
function sizeOf({ method, headers }: Request): number {
  if (method === "GET") return 0;
  const length = headers.get("content-length");
  return length === null ? Infinity : Number(length);
}

async function readGenuine(keys: readonly string[], request: Request, isLarge: boolean) {
  const bytes =
    request.body === null ? Buffer.alloc(0) : await readBytes(request, /^/, MAX_BODY_BYTES);
  // Other work of the event loop goes first.
  if (isLarge) await nextIteration();
  if (!isGenuine(keys, request.headers.get("x-inngest-signature"), bytes))
    throw new AppError("unauthenticated");
  return bytes;
}

/**
 * Whether one of the keys signed the body: its bytes, or its canonical form (RFC 8785). The
 * SDK verifies the canonical form, and a server may send another order of keys, so the bytes alone
 * do not decide.
 * @throws AppError `body_too_large` when it would take too long to canonicalise
 */
function isGenuine(keys: readonly string[], header: string | null, bytes: Buffer): boolean {
  const now = Date.now();
  const signs = (text: string | Buffer) => keys.some((key) => isSigned(key, header, text, now));
  if (signs(bytes)) return true;
  if (hasTooManyValues(bytes)) throw tooManyValues();
  try {
    return signs(canonical(JSON.parse(bytes.toString("utf8"))));
  } catch {
    // Not JSON, or nested too deeply to serialise.
    return false;
  }
}

const tooManyValues = () =>
  new AppError("body_too_large", {
    limit: MAX_VALUES,
    message: `The body has more than ${formatLimit(MAX_VALUES)} values.`,
  });

function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0;
  for (const separator of SEPARATORS)
    for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + 1))
      if (++values > MAX_VALUES) return true;
  return false;
}

async function refuse(services: Services, request: Request, error: unknown): Promise<Response> {
  const requestId = newId("req");
  const headers = new Headers({ "x-request-id": requestId, "cache-control": "no-store" });
  // The unread rest of the body would be parsed as the next request of this connection.
  if (request.body !== null) headers.set("connection", "close");
  const key = addressKey(callerAddress(request, services.settings.trustedProxies));
  const refusal = await limitRate(services.rateLimits, "anonymous", key, headers).then(
    () => error,
    (limited: unknown) => limited,
  );
  const problem = toProblem(refusal, requestId);
  for (const [name, value] of headers) problem.headers.set(name, value);
  return problem;
}

/** Logs at most one line a minute, however many requests are refused. */
function createWarning() {
  let refused = 0;
  let nextAt = 0;
  return () => {
    refused += 1;
    if (Date.now() < nextAt) return;
    nextAt = Date.now() + WARN_EVERY_MS;
    log.warn({ refused }, "refused requests to /api/inngest without a valid signature");
    refused = 0;
  };
}
