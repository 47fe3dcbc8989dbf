import type pg from "pg";

import { type Access, endLost } from "@/lib/auth/access";
import { createTicker } from "@/lib/concurrency/ticker";
import type { Db } from "@/lib/db/client";

import { ANY, type Announcer, CHANNEL, createAnnouncer } from "./announcer";
import { type Listener, listen } from "./listener";
import { createWatcher, type Watched, type Watcher } from "./watcher";

// What was announced and lost, or never announced, is seen after this; and two checks of access fit into 5 s.
const LOOK_MS = 2_000;

/** Tells streams what becomes of webhooks, whichever process it happens in. */
export type Live = Pick<Announcer, "announce"> & {
  /**
   * Joins those who watch. Join first and read then, so that no change falls between the two.
   * @param webhookId only this one; null: all that the access reaches
   */
  watch(access: Access, webhookId: string | null, left: AbortSignal): Watcher;
  /** Ends all watchers at once, and the connection that listens. */
  close(): Promise<void>;
};

/** Who watches, the version of each watched webhook at the last look, and who was there then. */
type Seen = {
  watchers: ReadonlySet<Watched>;
  known: Map<string, string>;
  looked: WeakSet<Watched>;
};

type Deps = { db: Db; pool: pg.Pool; databaseUrl: string };

/**
 * The hub of a process. It listens only while somebody watches; every two seconds one query looks at the webhooks of
 * all watched filesystems and one at the access of all watchers, however many there are.
 */
export function createLive({ db, pool, databaseUrl }: Deps): Live {
  const watchers = new Set<Watched>();
  const announcer = createAnnouncer(pool);
  const seen: Seen = { watchers, known: new Map(), looked: new WeakSet() };
  let listener: Listener | undefined;
  let closed = false;

  const looks = createTicker(() => lookAtWebhooks(db, seen), {
    everyMs: LOOK_MS,
    restMs: 0,
  });
  const checks = createTicker(() => endLost(db, watchers), { everyMs: LOOK_MS, restMs: 0 });
  const hear = (payload: string | null) => {
    if (payload === null || payload === ANY) looks.now();
    else markNamed(watchers, payload);
  };
  const leave = (watcher: Watched) => {
    if (!watchers.delete(watcher) || watchers.size > 0) return;
    looks.stop();
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
      looks.start();
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

/** `payload` holds pairs of a filesystem and a webhook, as the announcer made them. */
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
 * Marks those whose row is another than at the last look. Whoever was not there at the last look is marked in any case,
 * since what it has read may be older than this one; and so is who watches all webhooks and looks for itself.
 */
async function lookAtWebhooks(db: Db, { watchers, known, looked }: Seen): Promise<void> {
  const here = [...watchers];
  const filesystems = new Set(here.flatMap(({ access }) => access.filesystem?.id ?? []));
  const rows = await db.$queryRaw<{ name: string; version: string }[]>`
    SELECT w.filesystem_id || ' ' || w.id AS name, w.xmin::text AS version
    FROM webhook w WHERE w.filesystem_id = ANY (${[...filesystems]}::text[])`;
  const now = new Map(rows.map(({ name, version }) => [name, version]));
  const names = new Set([...known.keys(), ...now.keys()]);
  const changed = [...names].filter((name) => known.get(name) !== now.get(name));
  known.clear();
  for (const [name, version] of now) known.set(name, version);
  if (changed.length > 0) markNamed(watchers, changed.join(","));
  for (const watcher of here) {
    if (!looked.has(watcher) || watcher.access.filesystem === null) watcher.mark([ANY]);
    looked.add(watcher);
  }
}
