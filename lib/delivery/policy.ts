/**
 * The promises of delivery in numbers, each with its reason. Numbers of other layers are beside
 * their code: in `lib/sender` the limits on connecting, idling, draining and headers; in
 * `prisma/functions/delivery` the latest possible lease, pace and wait, and the smallest body cap.
 */
export const POLICY = {
  /** Acknowledgement time (spec 7.7, 10.3), from the start to complete headers, DNS included. */
  deadlineMs: 10_000,
  /** At most one start a second, resends included; the margin covers the way to the receiver. */
  paceMs: 1_020,
  /** A lease outlives the deadline by enough for a slow start and a slow record of the attempt. */
  leaseMs: 20_000,
  /** Pause between tries to record an attempt while the database is down. */
  recordRetryMs: 250,
  /** A start that took longer than this to return may no longer send: half of its lease is gone. */
  startToSendMs: 10_000,
  /** Waits double from 5 s to 1 h (spec 7.9, 10.3); see `retryWait`. */
  firstRetryMs: 5_000,
  lastRetryMs: 3_600_000,
  /** The share of a wait left out at random, so that webhooks do not retry together. */
  retryJitter: 0.1,
  /** How long a webhook may fail before it is disabled. */
  disableAfterMs: 24 * 3_600_000,
  /** The wait after a fault of our own: short, and spread so that a recovery is no stampede. */
  ownFaultMs: { min: 5_000, max: 30_000 },
  maxEvents: 100,
  maxBodyBytes: 262_144,
  /** Attempts in flight of one process (`createSlots`); fewer than its engine's concurrency. */
  slots: 192,
  /** Concurrent reads in one process; more would take connections from attempts. */
  reads: 10,
  /** Endpoints that respond free their slots within moments, those that hang do not. */
  slotWaitMs: 1_000,
  /** A webhook without a slot tries again when one is likely free: soon where endpoints respond, after a timeout where
   * they hang. */
  deferMs: { min: 1_000, max: 10_000 },
  /** Rows scanned in one step: a few milliseconds, however quiet the prefix. */
  maxScan: 5_000,
  /** One engine step drains this much, so that it ends well before an engine gives up on a step. */
  drainMessages: 15,
  drainMs: 15_000,
  /** A wait up to this is spent inside the step; a longer one is a sleep of the engine. */
  waitInsideMs: 1_500,
  /** A longer wait ends the run; `wake_at` is then the timer, without a wake-up timeout. */
  waitInRunMs: 60_000,
  /** How long a write leaves a webhook it woke to its run; then the next poll wakes it again. */
  pickupMs: 40,
  /** With `pickupMs`, picks up a change within 0.25 s even when every hint was lost. */
  pollEveryMs: 200,
  /** At least this often the reconciler runs although no poll found work; an outage is 60 s without. */
  heartbeatMs: 10_000,
  /** After this a wake-up counts as lost and is repeated; a remote engine's queue is slower. */
  wakeupTimeoutMs: { embedded: 2_000, remote: 10_000 },
  /** Hints of one process are coalesced for this long. */
  hintMs: 20,
  /** Change history kept (spec 6.3, 10.4). */
  keepChangesMs: 3_600_000,
  keepChanges: 100_000,
  pruneRows: 5_000,
  /** The delivery log (spec 7.17). */
  keepDeliveriesMs: 7 * 24 * 3_600_000,
  keepDeliveries: 1_000,
  keepBodyBytes: 16 * 1024 ** 2,
  keepOrganisationBodyBytes: 1024 ** 3,
} as const;

/**
 * Milliseconds to wait after failure number n = 1, 2, 3, …: min(5 s × 2^(n−1), 1 h), shortened by
 * up to a tenth (spec 7.9).
 * @param random uniform in [0, 1)
 */
export function retryWait(failures: number, random: number): number {
  const full = Math.min(POLICY.firstRetryMs * 2 ** (failures - 1), POLICY.lastRetryMs);
  return Math.round(full * (1 - POLICY.retryJitter * (1 - random)));
}
