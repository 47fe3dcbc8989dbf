/**
 * How long the steps of a stop take at most, in milliseconds. What runs the service (`ops/`) has to allow more than
 * `LONGEST_STOP_MS` before it ends processes hard; a test compares them.
 */
export const STOP_MS = {
  /** Web server, worker and gateway, all at once: requests and deliveries in flight. */
  programs: 20_000,
  /** A database server that is just being restarted. */
  restart: 5_000,
  /** Its checkpoint. */
  database: 20_000,
  /** Without one, after which the next start recovers; PostgreSQL kills its own processes after 5 s. */
  databaseHard: 10_000,
};

export const LONGEST_STOP_MS = Object.values(STOP_MS).reduce((sum, ms) => sum + ms);

/** A part of the service that was started. */
export type Part = { stop(): Promise<void> | void };

/** What was started so far: the programs, and what they rest on in the order of its start. */
export type Running = { programs: Part[]; base: Part[] };

const stop = async (part: Part) => part.stop();

/**
 * Stops the programs all at once, then what they rest on, the last first. What fails to stop keeps nothing else running.
 * @throws the first of these failures, at the end
 */
export async function stopAll({ programs, base }: Running): Promise<void> {
  const stopped = await Promise.allSettled(programs.map(stop));
  for (const part of base.toReversed()) stopped.push(...(await Promise.allSettled([stop(part)])));
  for (const each of stopped) if (each.status === "rejected") throw each.reason;
}
