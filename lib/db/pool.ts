import { Pool, type PoolClient, type PoolConfig, types } from "pg";

import { currentAsker } from "@/lib/concurrency/on-behalf-of";

import { createShares } from "./shares";
import { type WatchTimes, watchStatements } from "./statement-watch";

// Cursors fit into numbers: a filesystem never has 2^53 changes.
types.setTypeParser(types.builtins.INT8, Number);

const WAIT_MS = 5_000;
// A statement takes milliseconds; moving or deleting a million entries takes a minute.
export const STATEMENT_MS = 300_000;

/** How connections notice a server that has vanished, in use and while they wait. */
const WATCH_TIMES: WatchTimes = { askAfter: 10_000, ask: 5_000, longest: STATEMENT_MS + 10_000 };
/** A connection without anything under way: the kernel asks after 10 s, then ten times, a second apart. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (destroy?: Error | boolean) => void,
) => void;

/** A pool of which one asker has at most half, so that its slow statements leave connections for others. */
class SharedPool extends Pool {
  readonly #shares;
  readonly #askers = new WeakMap<PoolClient, string>();
  readonly #watch;

  constructor(config: PoolConfig & { connectionString: string; max: number }, times: WatchTimes) {
    super(config);
    this.#watch = watchStatements(config.connectionString, times);
    this.on("connect", (client) => this.#watch.add(client));
    this.#shares = createShares(Math.max(1, Math.floor(config.max / 2)), WAIT_MS);
    this.on("release", (_, client) => this.#released(client));
  }

  override end(): Promise<void>;
  override end(ended: () => void): void;
  override end(ended?: () => void): Promise<void> | void {
    this.#watch.stop();
    return ended ? super.end(ended) : super.end();
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    const asker = currentAsker();
    if (asker === null) return connected ? super.connect(connected) : super.connect();
    const client = this.#connectFor(asker);
    if (!connected) return client;
    client.then(
      (one) => connected(undefined, one, (destroy) => one.release(destroy)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  async #connectFor(asker: string): Promise<PoolClient> {
    await this.#shares.take(asker);
    try {
      const client = await super.connect();
      this.#askers.set(client, asker);
      return client;
    } catch (error) {
      this.#shares.give(asker);
      throw error;
    }
  }

  #released(client: PoolClient): void {
    const asker = this.#askers.get(client);
    if (asker === undefined) return;
    this.#askers.delete(client);
    this.#shares.give(asker);
  }
}

/**
 * A connection pool with UTC sessions that detect a lost server within half a minute. What runs on behalf of one asker
 * uses at most half of it; further work of theirs waits up to five seconds.
 */
export function createPool(databaseUrl: string, max: number, times = WATCH_TIMES): Pool {
  const config = {
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 30_000,
    ...KEEP_ALIVE,
    options: `-c timezone=UTC -c statement_timeout=${STATEMENT_MS}`,
  };
  const pool = new SharedPool(config, times);
  // A lost idle connection must not end the process; the next query opens another.
  pool.on("error", () => undefined);
  // Likewise for a connection in use: its query gets the error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
