import type pg from "pg";

/** The channel on which processes tell each other which webhooks have changed. */
export const CHANNEL = "tidemark_webhooks";
/** Too many at once to name: whoever listens looks at what it watches. */
export const ANY = "*";

/** Tells all processes, soon and perhaps never, that something about a webhook or its deliveries has changed. */
export type Announcer = {
  announce: (filesystemId: string, webhookId: string) => void;
  close(): void;
};

// NOTIFY serialises the commits that use it, so a process makes at most twenty of them a second.
const REST_MS = 50;
// A payload may have 8,000 bytes, and one pair of ids takes 60.
const MAX_NAMES = 120;

/**
 * An announcer of a process. The first word goes out at once, those of the next 50 ms together. Only ids travel. Call it
 * after the commit; what is lost is made good by the looks of those who watch.
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
  // Read anew: it may have been closed while the statement ran.
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
