import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";

import { startPostgres, type EmbeddedOptions, type EmbeddedPostgres } from "./embedded-postgres";
import { explain } from "./explain";
import { STOP_MS } from "./stop";

const RETRY_MS = 2_000;

/**
 * Watches the embedded server through its own connection and restarts it on the same port when it dies.
 * `report` gets a line per event. `stop` ends the watch and the server.
 */
export function guardPostgres(
  options: EmbeddedOptions,
  first: EmbeddedPostgres,
  report: (line: string) => void,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  let server = first;

  const restart = async () => {
    try {
      server = await startPostgres({ ...options, port: first.port });
      if (!server.adopted) report("database server exited; restarted it");
    } catch (error) {
      report(explain(error));
      await sleep(RETRY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const watch = (async () => {
    while (!ending.signal.aborted) {
      await connectionLost(first.ownerUrl, ending.signal);
      if (!ending.signal.aborted) await restart();
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      const ended = watch.then(() => true);
      // A server that recovers for long is left to it: the next start adopts it.
      if (await Promise.race([ended, sleep(STOP_MS.restart, false, { ref: false })]))
        await server.stop();
    },
  };
}

/** Resolves when a new connection ends for any reason, or `signal` is aborted. */
async function connectionLost(url: string, signal: AbortSignal): Promise<void> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    client.once("end", resolve);
    client.on("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    await client.connect();
    await lost;
  } catch {
    // A connection that cannot be opened counts as ended.
  } finally {
    await client.end().catch(() => undefined);
  }
}
