/** Times in milliseconds and sizes of the engine, each with its reason. */
export const defaultPolicy = {
  /** Runs of a killed engine are taken over after this; longer than any stall of the event loop. */
  leaseMs: 25_000,
  /** Recovers every lost hint. One index probe each time. */
  sweepMs: 5_000,
  /** Ids of events that started runs without a row are stored this often. */
  idsMs: 3_000,
  /** A wait up to this long stays in memory: no release, no claim, exact to the millisecond. */
  holdMs: 8_000,
  /**
   * Longer waits are claimed this early, so that the rest is an exact local timer. Longer than the
   * queue's poll (`waker.ts`), shorter than `holdMs`.
   */
  aheadMs: 6_000,
  /**
   * Between the attempts of a step; the last one repeats. Shorter than those of the Inngest server.
   */
  backoffMs: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000],
  /** After transport errors (unreachable, unsigned): retries that use up no attempt. */
  transportRetryMs: [1_000, 2_000, 3_000, 5_000],
  /** How long `close` waits for steps in flight: longer than one attempt, shorter than the supervisor waits for us. */
  drainMs: 15_000,
  /** Event ids and failed runs are kept this long. */
  keepMs: 24 * 3_600_000,
  /** How often older ones are deleted. */
  cleanupMs: 600_000,
  maxEvents: 5_000,
  maxBodyBytes: 8 * 1024 ** 2,
  maxSteps: 1_000,
  maxStepBytes: 4 * 1024 ** 2,
  /** Runs kept in memory while they wait; beyond it they wait in the database. */
  maxHeld: 5_000,
};

export type EnginePolicy = typeof defaultPolicy;

/** The wait at `index`, or the last one. */
export function nth(waits: readonly number[], index: number): number {
  return waits[Math.min(index, waits.length - 1)] ?? 0;
}
