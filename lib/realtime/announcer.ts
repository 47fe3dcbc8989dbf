import type pg from "pg";

/** The channel on which processes announce which webhooks have changed. */
export const CHANNEL = "tidemark_webhooks";
/** Too many at once to name: listeners poll what they watch. */
export const ANY = "*";

/**
 * Announces to all processes, without a guarantee, that a webhook or its deliveries have changed.
 */
export type Announcer = {
  announce: (filesystemId: string, webhookId: string) => void;
  close(): void;
};

// NOTIFY serialises the commits that use it, so a process sends at most twenty a second.
const REST_MS = 50;
// A payload may have 8,000 bytes; one pair of ids takes 60.
const MAX_NAMES = 120;
// A NOTIFY writes to the log; it may be lost, so its commit need not wait for the disk.
const ANNOUNCE = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

/**
 * The announcer of a process. It announces after 50 ms, so that an attempt that is started and recorded by then costs
 * one transaction. Only ids are sent. Call it after the commit; watchers poll, so a lost announcement only delays them.
 */
export function createAnnouncer(pool: Pick<pg.Pool, "query">): Announcer {
  let names = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const send = async () => {
    const payload = names.size > MAX_NAMES ? ANY : [...names].join(",");
    names = new Set();
    await pool.query(ANNOUNCE, [CHANNEL, payload]).catch(() => undefined);
    timer = undefined;
    if (names.size > 0) schedule();
  };
  const schedule = () => {
    if (!closed) timer ??= setTimeout(() => void send(), REST_MS);
  };

  return {
    announce(filesystemId, webhookId) {
      if (names.size <= MAX_NAMES) names.add(`${filesystemId} ${webhookId}`);
      schedule();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
