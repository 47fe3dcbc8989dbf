import canonicalize from "canonicalize";

import type { HeldRun } from "./run";
import { sign } from "./signature";

/** What a call executes: the function as a whole, or one planned step. */
export type CallTarget = { stepId: string | null; attempt: number };

/** How the engine reaches the app; the same for every call. */
export type AppAddress = { serveUrl: string; signingKey: string };

/** The signed request of one call (spec 11.5). */
export function callRequest(
  app: AppAddress,
  run: HeldRun,
  target: CallTarget,
  now: number,
): Request {
  const url = new URL(app.serveUrl);
  url.searchParams.set("fnId", run.spec.id);
  url.searchParams.set("stepId", target.stepId ?? "step");
  const headers = { "x-run-id": run.id };
  return signedRequest(app, { url, method: "POST", headers }, callBody(run, target), now);
}

/**
 * A signed request with `text`, which must be canonical JSON: the SDK canonicalises before it
 * checks.
 */
export function signedRequest(
  app: AppAddress,
  to: { url: URL; method: "POST" | "PUT"; headers: Record<string, string> },
  text: string,
  now: number,
): Request {
  const headers = {
    ...to.headers,
    // A handler that is called in-process builds its own URL from this, as it does on a socket.
    host: to.url.host,
    "content-type": "application/json",
    "x-inngest-signature": sign(app.signingKey, text, Math.floor(now / 1_000)),
  };
  return new Request(to.url, { method: to.method, headers, body: text });
}

/** What a call is a part of: a newer generation of its run has another. */
export function dispatchId({ id, generation }: HeldRun): string {
  return `${id}.${generation}`;
}

/** Canonical JSON of any value that came from JSON. */
export function canonical(value: unknown): string {
  return canonicalize(value) ?? "null";
}

/**
 * The body, assembled from parts that are canonical already. `ctx.fn_id` allows the SDK to go on
 * after a step in the same call (spec 11.5); with steps outstanding it must not start one.
 */
function callBody(run: HeldRun, { stepId, attempt }: CallTarget): string {
  const stack = [...run.memos.keys()];
  const ctx = canonical({
    run_id: run.id,
    fn_id: run.spec.id,
    qi_id: dispatchId(run),
    attempt,
    max_attempts: run.spec.maxAttempts,
    env: "embedded",
    step_id: "step",
    stack: { stack, current: stack.length },
    disable_immediate_execution: stepId !== null || run.state.pending.length > 0,
    use_api: false,
  });
  const steps = stack
    .toSorted()
    .map((id) => `${JSON.stringify(id)}:${run.memos.get(id) ?? "null"}`);
  return `{"ctx":${ctx},"defers":{},"event":${run.event},"events":[${run.event}],"steps":{${steps.join(",")}},"version":${run.version}}`;
}
