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

/**
 * The announcer of a process. The first announcement is sent at once, those of the next 50 ms
 * together. Only ids are sent. Call it after the commit; watchers poll, so a lost announcement only
 * delays them.
 */
export function createAnnouncer(pool: Pick<pg.Pool, "query">): Announcer {
  let names = new Set<string>();
  let state: "idle" | "busy" | "closed" = "idle";
  let timer: NodeJS.Timeout | undefined;

  const send = async () => {
    state = "busy";
    const payload = names.size > MAX_NAMES ? ANY : [...names].join(",");
    names = new Set();
    await pool.query("SELECT pg_notify($1, $2)", [CHANNEL, payload]).catch(() => undefined);
    if (isClosed()) return;
    timer = setTimeout(rest, REST_MS);
  };
  const rest = () => {
    state = "idle";
    if (names.size > 0) void send();
  };
  // It may have been closed while the statement ran.
  const isClosed = () => state === "closed";

  return {
    announce(filesystemId, webhookId) {
      if (names.size <= MAX_NAMES) names.add(`${filesystemId} ${webhookId}`);
      if (state === "idle") void send();
    },
    close() {
      state = "closed";
      clearTimeout(timer);
    },
  };
}
