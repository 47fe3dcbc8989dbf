/**
 * Takes a slot for an organisation's attempt at a host and answers what gives it back. Null: there was none in time, or
 * too many wait already.
 */
export type Admit = (orgId: string, host: string) => Promise<(() => void) | null>;

export type Slots = {
  admit: Admit;
  /** Milliseconds that the slots in use of an organisation, or of all if it has none, will have been held when given back. */
  heldMs: (orgId: string) => number;
};

type Held = { orgId: string; host: string; since: number };
type Waiter = { orgId: string; host: string; answer: (leave: (() => void) | null) => void };

/**
 * A bounded number of attempts in flight, with bulkheads: whoever hangs cannot take the slots of others. An organisation
 * beyond a quarter of them is admitted only while more than half are free, and a host beyond an eighth only while more
 * than five eighths are, so that beside it there is room for others, those of the same organisation too.
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
    const crowded =
      (organisations.count(orgId) >= total / 4 && free <= total / 2) ||
      (hosts.count(host) >= total / 8 && free <= (total * 5) / 8);
    if (free === 0 || crowded) return null;
    const slot = { orgId, host, since: now() };
    held.add(slot);
    add(orgId, host, 1);
    return () => {
      held.delete(slot);
      add(orgId, host, -1);
      for (const waiter of waiting) {
        const leave = free === 0 ? null : take(waiter.orgId, waiter.host);
        if (leave !== null) waiter.answer(leave);
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
    const seen = own.length > 0 ? own : [...held];
    const at = now();
    const ages = seen.reduce((sum, { since }) => sum + at - since, 0);
    // Looked at at any moment, what is in use has on average half of its time before it.
    return seen.length === 0 ? 0 : (2 * ages) / seen.length;
  };
  const admit: Admit = (orgId, host) => {
    const leave = take(orgId, host);
    if (leave !== null || waiting.size >= total / 4) return Promise.resolve(leave);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        orgId,
        host,
        answer(given) {
          clearTimeout(timer);
          waiting.delete(waiter);
          resolve(given);
        },
      };
      const timer = setTimeout(() => waiter.answer(null), waitMs);
      waiting.add(waiter);
    });
  };
  return { admit, heldMs };
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
