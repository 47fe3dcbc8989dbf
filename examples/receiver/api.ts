import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

const ATTEMPT_MS = 30_000;
const LONGEST_WAIT_MS = 2_000;

/**
 * The service refused a request. `attempt` counts from 0: a retry may meet the effect of an earlier
 * attempt.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly cursor: string | undefined;
  readonly attempt: number;

  constructor(status: number, problem: Problem, attempt: number) {
    super(`the service returned ${status} ${problem.code}${problem.reason ?? ""}`);
    this.status = status;
    this.code = problem.code;
    this.cursor = problem.cursor;
    this.attempt = attempt;
  }
}

const problemSchema = z.object({
  detail: z.object({ code: z.string(), cursor: z.string().optional() }),
});

const invalidSchema = z.object({
  code: z.literal("validation_error"),
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
});

type Problem = { code: string; cursor?: string | undefined; reason?: string };

export type CallOptions = {
  query?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as is. */
  body?: Buffer<ArrayBuffer>;
};

export type ApiResponse = { status: number; headers: Headers; json: unknown };

export type Api = {
  /** Sends a request and returns the response. All methods but POST are retried after a failure. */
  call(
    method: "GET" | "PUT" | "DELETE" | "POST",
    route: string,
    options?: CallOptions,
  ): Promise<ApiResponse>;
  /** Writes the response of a GET into a file. Never retried: the caller decides. */
  download(route: string, query: Record<string, string>, file: string): Promise<void>;
};

export type ApiOptions = {
  /** The origin of the service, such as `http://localhost:3000`. */
  origin: string;
  key: string;
  /** How long a failing request is retried, in milliseconds. */
  retryForMs: number;
  signal: AbortSignal;
};

/**
 * Returns a small client of the service's JSON API. It retries safe requests while the network or
 * the service fails, waits as long as a 429 demands, and throws ApiError for any other refusal.
 * Routes start after `/api/v1`. See spec 1.1, 1.15, 2.1.
 */
export function connectApi({ origin, key, retryForMs, signal }: ApiOptions): Api {
  function send(method: string, route: string, options: CallOptions): Promise<Response> {
    const url = new URL(`/api/v1${route}`, origin);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      url.searchParams.set(name, value);
    }
    const headers = new Headers({ authorization: `Bearer ${key}` });
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    return fetch(url, {
      method,
      headers,
      body: body ?? null,
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
    });
  }

  return {
    async call(method, route, options = {}) {
      const giveUpAt = performance.now() + retryForMs;
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await send(method, route, options)
          .then(readResponse)
          .catch((error: unknown) => ({ error }));
        if ("status" in outcome && outcome.status < 300) return outcome;

        const wait = pause(outcome, attempt, method !== "POST");
        const left = giveUpAt - performance.now();
        if (wait === null || wait > left || signal.aborted) throw failure(outcome, attempt);
        await sleep(wait, undefined, { signal });
      }
    },

    async download(route, query, file) {
      const response = await send("GET", route, { query });
      if (!response.ok) throw failure(await readResponse(response), 0);
      await pipeline(response.body ?? [], createWriteStream(file, { mode: 0o600 }));
    },
  };
}

/** How long to wait before retrying, in milliseconds; null when a retry is pointless. */
function pause(
  outcome: ApiResponse | { error: unknown },
  attempt: number,
  repeatable: boolean,
): number | null {
  const status = "status" in outcome ? outcome.status : 0;
  // A rate-limited request was not executed, so even a POST may be retried.
  if ("status" in outcome && status === 429) {
    const seconds = Number(outcome.headers.get("retry-after") ?? "1");
    return (Number.isFinite(seconds) && seconds >= 0 ? seconds : 1) * 1000;
  }
  if (!repeatable || (status > 0 && status < 500)) return null;
  return Math.min(100 * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
}

async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // An empty 204, or an HTML page from a proxy: the status is enough.
  }
  return { status: response.status, headers: response.headers, json };
}

function failure(outcome: ApiResponse | { error: unknown }, attempt: number): unknown {
  if ("error" in outcome) return outcome.error;
  return new ApiError(outcome.status, problemOf(outcome.json), attempt);
}

function problemOf(json: unknown): Problem {
  const invalid = invalidSchema.safeParse(json).data;
  if (invalid === undefined)
    return problemSchema.safeParse(json).data?.detail ?? { code: "unknown" };
  const fields = invalid.detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`);
  return { code: invalid.code, reason: `: ${fields.join("; ")}` };
}
