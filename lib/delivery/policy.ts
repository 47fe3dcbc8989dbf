/** The promises of delivery in numbers, each with its reason. Nothing else has a time or a size of its own. */
export const POLICY = {
  /** Acknowledgement time (spec 7.7, 10.3), from the start to complete headers, DNS included. */
  deadlineMs: 10_000,
  /** At most one start a second; the margin covers what lies between our clock and the receiver's. */
  paceMs: 1_020,
  /** A lease outlives the deadline by enough for a slow start and a slow settle. */
  leaseMs: 20_000,
  /** A start that took longer than this to come back may no longer send: its lease is half gone. */
  startToSendMs: 10_000,
  /** Waits double from 5 s to 1 h (spec 7.9, 10.3); see `retryWait`. */
  firstRetryMs: 5_000,
  lastRetryMs: 3_600_000,
  /** The part of a wait that may be left out, so that webhooks that failed together do not come back together. */
  retryJitter: 0.1,
  /** How long a webhook may fail before it is disabled. */
  disableAfterMs: 24 * 3_600_000,
  /** What we broke ourselves comes again soon, spread so that a recovery is no stampede. */
  ownFaultMs: { min: 5_000, max: 30_000 },
  maxEvents: 100,
  maxBodyBytes: 262_144,
  /** Attempts in flight of one process, shared fairly (`createSlots`); below what its engine runs at once. */
  slots: 192,
  /** Looks at once of one process; more would only wait for its connections, in the way of attempts. */
  looks: 10,
  /** Endpoints that answer free their slots within moments, those that hang do not. */
  slotWaitMs: 1_000,
  /** Who gets no slot comes again when those in use are likely free: soon where endpoints answer, after a time-out where
   * they hang. To come sooner only costs time. */
  crowdedMs: { min: 1_000, max: 10_000 },
  /** Rows looked at in one step: a few milliseconds, however quiet the prefix. */
  maxScan: 5_000,
  /** One engine step drains this much, so that it ends well before an engine gives a step up. */
  drainMessages: 15,
  drainMs: 15_000,
  /** A wait up to this is spent inside the step; a longer one is a sleep of the engine. */
  waitInsideMs: 1_500,
  /** A longer wait ends the run: `wake_at` is the timer, and then without patience. */
  waitInRunMs: 60_000,
  /** The guard looks this often, so that pickup holds within 0.25 s when every hint was lost. */
  guardMs: 100,
  /** After this a wake-up counts as lost and is repeated; a real server's queue is slower than ours. */
  patienceMs: { embedded: 2_000, remote: 10_000 },
  /** Hints of one process are joined for this long. */
  hintMs: 50,
  /** Change history kept (spec 6.3, 10.4). */
  keepChangesMs: 3_600_000,
  keepChanges: 100_000,
  pruneRows: 5_000,
  /** The delivery log for people (spec 7.17). */
  keepDeliveriesMs: 7 * 24 * 3_600_000,
  keepDeliveries: 1_000,
} as const;

/**
 * Milliseconds to wait after failure number n = 1, 2, 3, …: min(5 s × 2^(n−1), 1 h), shortened by up to a
 * tenth (spec 7.9).
 * `random` is uniform in [0, 1).
 */
export function retryWait(failures: number, random: number): number {
  const full = Math.min(POLICY.firstRetryMs * 2 ** (failures - 1), POLICY.lastRetryMs);
  return Math.round(full * (1 - POLICY.retryJitter * (1 - random)));
}
