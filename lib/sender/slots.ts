/**
 * Takes a slot for an organisation's attempt at a host; resolves to the function that releases it.
 * Null: none was free in time, or too many wait already.
 */
export type Admit = (orgId: string, host: string) => Promise<(() => void) | null>;

export type Slots = {
  admit: Admit;
  /**
   * Estimate in milliseconds of how long the slots in use are held: those of the organisation, or
   * of all if it has none.
   */
  heldMs: (orgId: string) => number;
  /** Slots in use and free, and how many wait for one. */
  counts: () => { used: number; free: number; waiting: number };
};

type Held = { orgId: string; host: string; since: number };
type Waiter = { orgId: string; host: string; grant: (leave: (() => void) | null) => void };

/**
 * A bounded number of attempts in flight, with bulkheads: endpoints that hang cannot take the slots
 * of others. Beyond a quarter of the slots an organisation is admitted only while more than half
 * are free, and beyond an eighth a host only while more than five eighths are, which leaves room
 * for other hosts of the same organisation.
 * @param total how many attempts may be in flight; a quarter as many may wait for a slot
 * @param waitMs how long each of those waits
 * @param now monotonic milliseconds
 */
export function createSlots(total: number, waitMs: number, now: () => number): Slots {
  const organisations = createTally();
  const hosts = createTally();
  const waiting = new Set<Waiter>();
  const held = new Set<Held>();
  let free = total;
  const take = (orgId: string, host: string) => {
    const overShare =
      (organisations.count(orgId) >= total / 4 && free <= total / 2) ||
      (hosts.count(host) >= total / 8 && free <= (total * 5) / 8);
    if (free === 0 || overShare) return null;
    const slot = { orgId, host, since: now() };
    held.add(slot);
    add(orgId, host, 1);
    return () => {
      held.delete(slot);
      add(orgId, host, -1);
      for (const waiter of waiting) {
        const leave = free === 0 ? null : take(waiter.orgId, waiter.host);
        if (leave !== null) waiter.grant(leave);
      }
    };
  };
  const add = (orgId: string, host: string, n: 1 | -1) => {
    free -= n;
    organisations.add(orgId, n);
    hosts.add(host, n);
  };
  const heldMs = (orgId: string) => {
    const own = [...held].filter((slot) => slot.orgId === orgId);
    const sample = own.length > 0 ? own : [...held];
    const at = now();
    const ages = sample.reduce((sum, { since }) => sum + at - since, 0);
    // At any moment, slots in use have on average half of their time left.
    return sample.length === 0 ? 0 : (2 * ages) / sample.length;
  };
  const admit: Admit = (orgId, host) => {
    const leave = take(orgId, host);
    if (leave !== null || waiting.size >= total / 4) return Promise.resolve(leave);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        orgId,
        host,
        grant(given) {
          clearTimeout(timer);
          waiting.delete(waiter);
          resolve(given);
        },
      };
      const timer = setTimeout(() => waiter.grant(null), waitMs);
      waiting.add(waiter);
    });
  };
  const counts = () => ({ used: total - free, free, waiting: waiting.size });
  return { admit, heldMs, counts };
}

function createTally() {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.get(key) ?? 0;
  return {
    count,
    add(key: string, n: number) {
      const now = count(key) + n;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    },
  };
}
