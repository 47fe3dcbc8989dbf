import type { Pool } from "pg";
import type { Logger } from "pino";

import type { Clock } from "./clock";
import type { EnginePolicy } from "./policy";
import type { Registry } from "./registry";
import type { AppAddress } from "./request";
import type { Semaphore } from "./semaphore";

/** What every part of one engine shares. */
export type EngineContext = {
  readonly pool: Pool;
  readonly owner: string;
  readonly app: AppAddress;
  readonly call: (request: Request) => Promise<Response>;
  readonly policy: EnginePolicy;
  readonly clock: Clock;
  /** Calls of the app: at most `concurrency` at once. */
  readonly limitCalls: Semaphore;
  readonly concurrency: number;
  readonly registry: Registry;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Aborted when the engine closes: waits end and no new calls start. */
  readonly closing: AbortSignal;
  /** Aborted when the drain time is over: calls in flight are cut off. */
  readonly cut: AbortSignal;
};

/** What may be logged of a thrown value: never its message, which can contain anything. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause: unknown = error.cause ?? error;
  const code =
    typeof cause === "object" && "code" in (cause ?? {}) ? Reflect.get(cause ?? {}, "code") : "";
  return [error.name, code].filter(Boolean).join(" ");
}
