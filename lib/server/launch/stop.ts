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

/** Stops the programs all at once, then what they rest on, the last first. */
export async function stopAll({ programs, base }: Running): Promise<void> {
  await Promise.all(programs.map(async (part) => part.stop()));
  for (const part of base.toReversed()) await part.stop();
}
