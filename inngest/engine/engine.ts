import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";

import { databaseClock } from "./clock";
import { type EngineContext, errorName } from "./context";
import { createExecutor, type EngineStats, type Executor } from "./executor";
import { createApi } from "./http";
import { pause } from "./pause";
import { defaultPolicy, type EnginePolicy } from "./policy";
import { createRegistry } from "./registry";
import { runSchedule } from "./schedule";
import { createSemaphore } from "./semaphore";
import { takeOver } from "./store/claim";
import { cleanUp } from "./store/cleanup";
import { unpark } from "./store/slot";
import { registerFunctions, syncInBand } from "./sync";
import { runWaker } from "./waker";

const SILENCE_MS = 5_000;
const LAZY = "-c synchronous_commit=off";

export type EngineOptions = {
  /**
   * Its migrations are applied. The engine uses one connection for LISTEN and one for each
   * statement.
   */
  pool: Pool;
  /**
   * Names this engine and its predecessors: runs of a crashed one with the same name are taken over
   * at once.
   */
  instance: string;
  eventKey: string;
  /** As the SDK has it, `signkey-…-<hex>`. */
  signingKey: string;
  /** The app's own URL, which requests carry; `call` may send them elsewhere. */
  serveUrl: string;
  call: (request: Request) => Promise<Response>;
  /** How many calls may be in flight at once. */
  concurrency: number;
  host: string;
  /** 0: any free port. */
  port: number;
  log: Pick<Logger, "info" | "warn" | "error">;
  policy?: Partial<EnginePolicy>;
  /** The clock of cron triggers, in milliseconds since 1970. */
  now?: () => number;
};

export type Engine = {
  /** For `INNGEST_BASE_URL`. */
  url: string;
  /**
   * Accepts nothing more, waits up to `drainMs` for calls in flight, and releases all other runs.
   */
  close(): Promise<void>;
  stats(): EngineStats;
};

/**
 * Starts a durable executor that speaks the Inngest SDK's protocol to an unmodified `serve()`
 * handler (spec 11.1). Returns once the app's functions are known and events are accepted.
 * @throws SyncError, UnsupportedFunctionError (the app uses what this engine does not implement),
 *   and errors of PostgreSQL or the listening socket.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const closing = new AbortController();
  const cut = new AbortController();
  const engine: EngineContext = {
    pool: options.pool,
    owner: options.instance,
    app: { serveUrl: options.serveUrl, signingKey: options.signingKey },
    call: options.call,
    policy: { ...defaultPolicy, ...options.policy },
    clock: databaseClock(),
    limitCalls: createSemaphore(options.concurrency),
    concurrency: options.concurrency,
    registry: createRegistry(),
    log: options.log,
    closing: closing.signal,
    cut: cut.signal,
  };
  // A connection that dies while it is checked out must not crash the process.
  if (!engine.pool.listeners("connect").includes(ignoreErrors))
    engine.pool.on("connect", ignoreErrors);
  commitLazily(engine.pool);
  await prepare(engine);
  const executor = createExecutor(engine);
  const server = createApi({
    engine,
    executor,
    eventKey: options.eventKey,
    register: (functions) => registerFunctions(engine, functions),
  });
  const port = await listen(server, options);
  const background = Promise.all([
    runWaker(engine, executor),
    runSchedule(engine, executor.store, options.now ?? engine.clock.now),
    every(engine, engine.policy.sweepMs, () => sweep(engine, executor)),
    // Also while runs end: until they have, no other engine may take them.
    every(engine, engine.policy.leaseMs / 5, executor.renew, cut.signal),
    every(engine, engine.policy.cleanupMs, () => cleanUp(engine.pool, engine.policy.keepMs)),
    every(engine, engine.policy.idsMs, executor.writeIds),
  ]);
  return {
    url: `http://${options.host}:${port}`,
    stats: executor.stats,
    async close() {
      closing.abort();
      // Functions that are about to finish may still send events, so the socket closes last.
      await Promise.race([executor.emptied(), pause(engine.policy.drainMs, cut.signal)]);
      cut.abort();
      // A silent database must not keep the process alive.
      const written = background.then(() => executor.writeIds()).catch(() => undefined);
      await Promise.race([written, pause(SILENCE_MS)]);
      await stopListening(server);
    },
  };
}

function ignoreErrors(client: PoolClient): void {
  client.on("error", () => undefined);
}

/**
 * New connections do not wait until their commits are on disk: a power cut may lose the last moment
 * of runs, which are only hints.
 */
function commitLazily({ options }: Pool): void {
  if (options.options?.includes(LAZY) !== true)
    options.options = `${options.options ?? ""} ${LAZY}`;
}

async function prepare(engine: EngineContext): Promise<void> {
  const { rows } = await engine.pool.query<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  if (rows[0]) engine.clock.set(rows[0].ms);
  await syncInBand(engine);
  await takeOver(engine.pool, engine.owner);
}

async function sweep(engine: EngineContext, executor: Executor): Promise<void> {
  if (engine.registry.all().some((spec) => spec.concurrency !== null)) await unpark(engine.pool);
  await executor.claim();
}

/** Runs `work` now and every `ms` until the engine closes or `end` fires; failures are logged and ignored. */
async function every(
  engine: EngineContext,
  ms: number,
  work: () => Promise<void>,
  end: AbortSignal = engine.closing,
): Promise<void> {
  while (!end.aborted) {
    await work().catch((error: unknown) => {
      engine.log.warn({ error: errorName(error) }, "engine: maintenance failed, retrying");
    });
    await pause(ms, end);
  }
}

function listen(server: Server, { host, port }: EngineOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
