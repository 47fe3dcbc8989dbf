import { randomBytes } from "node:crypto";

import { type ClientOptions, Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import type { Pool } from "pg";
import { pino } from "pino";

import { type Engine, type EngineOptions, startEngine } from "./engine";

const eventKey = "test-event-key";
export const signingKey = `signkey-test-${randomBytes(32).toString("hex")}`;
export const serveUrl = "http://127.0.0.1:3999/api/inngest";

/**
 * A client in cloud mode, as the product has it. One that checkpoints must be given the engine's
 * address (`setEnvVars`) before the first event.
 */
export function testClient(checkpointing: ClientOptions["checkpointing"] = false): Inngest {
  return new Inngest({
    id: "app",
    isDev: false,
    eventKey,
    signingKey,
    logger: quiet,
    internalLogger: quiet,
    checkpointing,
  });
}

/** A logger that keeps the SDK's lines out of test output. */
export const quiet = { info: ignore, warn: ignore, error: ignore, debug: ignore };
function ignore(): void {}

/** An engine over the unmodified handler of `functions`, called in-process; waits are shortened. */
export function testEngine(
  pool: Pool,
  client: Inngest,
  functions: InngestFunction.Any[],
  options: Partial<EngineOptions> = {},
): Promise<Engine> {
  const handler = serve({ client, functions });
  return startEngine({
    pool,
    instance: `test-${randomBytes(4).toString("hex")}`,
    eventKey,
    signingKey,
    serveUrl,
    call: async (request) => handler(request),
    concurrency: 300,
    host: "127.0.0.1",
    port: 0,
    log: pino({ level: "silent" }),
    ...options,
    policy: { backoffMs: [20, 40], transportRetryMs: [30], drainMs: 3_000, ...options.policy },
  });
}

/** Posts events as they are; returns status and body. */
export async function post(engine: Engine, body: unknown, key = eventKey, seed?: string) {
  const response = await fetch(`${engine.url}/e/${key}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(seed && { "x-inngest-event-id-seed": seed }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const json: unknown = await response.json();
  return { status: response.status, body: json };
}

/** Waits until `check` holds; fails after `ms`. */
export async function until(check: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`timed out after ${ms} ms waiting for ${check.toString()}`);
}
