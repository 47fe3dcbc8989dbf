import type pg from "pg";

import { type Access, endLost } from "@/lib/auth/access";
import { createTicker } from "@/lib/concurrency/ticker";
import type { Db } from "@/lib/db/client";

import { ANY, type Announcer, CHANNEL, createAnnouncer } from "./announcer";
import { type Listener, listen } from "./listener";
import { createWatcher, type Watched, type Watcher } from "./watcher";

// Changes whose announcement was lost are seen after this; and two checks of access fit into 5 s.
const POLL_MS = 2_000;

/** Notifies streams of changes of webhooks, whichever process made them. */
export type Live = Pick<Announcer, "announce"> & {
  /**
   * Joins the watchers. Join before the first read, so that no change falls between the two.
   * @param webhookId only this one; null: all that the access reaches
   */
  watch(access: Access, webhookId: string | null, left: AbortSignal): Watcher;
  /** Ends all watchers and the connection that listens. */
  close(): Promise<void>;
};

/**
 * The watchers, the version of each watched webhook at the last poll, and the watchers present
 * then.
 */
type Seen = {
  watchers: ReadonlySet<Watched>;
  known: Map<string, string>;
  polled: WeakSet<Watched>;
};

type Deps = { db: Db; pool: pg.Pool; databaseUrl: string };

/**
 * The hub of a process. It listens only while there are watchers; every two seconds one query polls
 * the webhooks of all watched filesystems and one checks the access of all watchers, however many
 * there are.
 */
export function createLive({ db, pool, databaseUrl }: Deps): Live {
  const watchers = new Set<Watched>();
  const announcer = createAnnouncer(pool);
  const seen: Seen = { watchers, known: new Map(), polled: new WeakSet() };
  let listener: Listener | undefined;
  let closed = false;

  const polls = createTicker(() => pollWebhooks(db, seen), {
    everyMs: POLL_MS,
    restMs: 0,
  });
  const checks = createTicker(() => endLost(db, watchers), { everyMs: POLL_MS, restMs: 0 });
  const hear = (payload: string | null) => {
    if (payload === null || payload === ANY) polls.now();
    else markNamed(watchers, payload);
  };
  const leave = (watcher: Watched) => {
    if (!watchers.delete(watcher) || watchers.size > 0) return;
    polls.stop();
    checks.stop();
    seen.known.clear();
    void listener?.close();
    listener = undefined;
  };

  return {
    announce: announcer.announce,
    watch(access, webhookId, left) {
      const watcher: Watched = createWatcher(access, webhookId, left, () => leave(watcher));
      if (closed || left.aborted) {
        watcher.end(null);
        return watcher;
      }
      watchers.add(watcher);
      polls.start();
      checks.start();
      listener ??= listen(databaseUrl, CHANNEL, hear);
      return watcher;
    },
    async close() {
      closed = true;
      announcer.close();
      const listening = listener;
      for (const watcher of watchers) watcher.end(null);
      await listening?.close();
    },
  };
}

/** `payload` holds pairs of filesystem and webhook ids, as the announcer writes them. */
function markNamed(watchers: ReadonlySet<Watched>, payload: string): void {
  const pairs = payload.split(",").map((pair) => pair.split(" "));
  for (const watcher of watchers) {
    const { filesystem } = watcher.access;
    const ids = pairs.flatMap(([filesystemId, webhookId]) =>
      webhookId !== undefined && (filesystem === null || filesystem.id === filesystemId)
        ? [webhookId]
        : [],
    );
    watcher.mark(ids);
  }
}

/**
 * Marks the webhooks whose row changed since the last poll. Watchers that were not there then are
 * always marked, since what they have read may be older than this poll; so are watchers of all
 * webhooks, which read for themselves.
 */
async function pollWebhooks(db: Db, { watchers, known, polled }: Seen): Promise<void> {
  const here = [...watchers];
  const filesystems = new Set(here.flatMap(({ access }) => access.filesystem?.id ?? []));
  // Changes do not write the row of a paused webhook, but count as pending.
  const rows = await db.$queryRaw<{ name: string; version: string }[]>`
    SELECT w.filesystem_id || ' ' || w.id AS name,
      w.xmin::text || CASE WHEN w.state = 'paused' THEN ' ' || f.head ELSE '' END AS version
    FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE w.filesystem_id = ANY (${[...filesystems]}::text[])`;
  const now = new Map(rows.map(({ name, version }) => [name, version]));
  const names = new Set([...known.keys(), ...now.keys()]);
  const changed = [...names].filter((name) => known.get(name) !== now.get(name));
  known.clear();
  for (const [name, version] of now) known.set(name, version);
  if (changed.length > 0) markNamed(watchers, changed.join(","));
  for (const watcher of here) {
    if (!polled.has(watcher) || watcher.access.filesystem === null) watcher.mark([ANY]);
    polled.add(watcher);
  }
}
