import { isNews, stepFor, type Changes, type Received, type Step } from "./mirror";
import type { Outcome, Reporter } from "./report";
import type { Store } from "./state";
import { list, readOn, type Source } from "./sync";
import { oneAtATime, persist } from "./work";

/** Keeps the mirror equal to the filesystem: messages arrive, listings and the feed fill gaps. */
export type MirrorSync = {
  /** Stores a message and returns its outcome. Acknowledge it when this returns. */
  accept(message: Received): Promise<Outcome>;
  /** Catches up after downtime: the pending listing, else the feed from the last cursor. */
  catchUp(): void;
  /** Waits for the current step; the signal has ended the background work. */
  finish(): Promise<void>;
};

/** Called with the paths that changed up to a cursor; null after a listing, when any may have. */
export type Changed = (paths: string[] | null, cursor: bigint | null) => void;

export type SyncOptions = {
  store: Store;
  source: () => Promise<Source>;
  report: Reporter;
  changed: Changed;
  signal: AbortSignal;
};

/** Returns the sync of a mirror. See spec 9.3, 9.5, 9.7. */
export function createMirrorSync(options: SyncOptions): MirrorSync {
  const { store, source, report, changed, signal } = options;
  const inTurn = oneAtATime();
  let background: Promise<void> = Promise.resolve();

  function inBackground(what: string, work: () => Promise<void>): void {
    background = background.then(() => persist(what, work, report, signal));
  }

  async function take(step: Step): Promise<Outcome> {
    await store.append(step);
    if (step.kind === "resync") {
      inBackground("listing", listWhilePending);
      return "resync";
    }
    if (store.mirror.resync !== null) return "queued";
    changed(pathsOf(step), step.cursor);
    return "applied";
  }

  async function listWhilePending(): Promise<void> {
    for (let pending = store.mirror.resync; pending !== null; pending = store.mirror.resync) {
      const from = await source();
      const listed = await list(from);
      await inTurn(async () => {
        // A newer resync arrived during the listing, which may miss the changes it is about.
        if (store.mirror.resync !== pending) return;
        await store.completeListing(listed, from.prefix);
        report({ event: "listed", cursor: pending.toString(), entries: listed.length });
        changed(null, store.mirror.cursor);
      });
    }
  }

  async function readFeedToItsEnd(): Promise<void> {
    let events = 0;
    for (let more = true; more;) {
      const { cursor, resync, prefix } = store.mirror;
      if (cursor === null || resync !== null) return;
      const { step, hasMore } = await readOn(await source(), cursor, prefix);
      const outcome = await inTurn(async () => {
        // A message that arrived meanwhile may have advanced past this page.
        const useful = store.mirror.resync === null && isNews(store.mirror, step.cursor);
        return useful || step.kind === "resync" ? take(step) : "duplicate";
      });
      if (outcome === "resync") return;
      if (step.kind === "changes") events += step.events.length;
      more = hasMore && step.cursor > cursor;
    }
    report({ event: "caught_up", cursor: String(store.mirror.cursor), events });
  }

  return {
    accept: (message) =>
      inTurn(async () => {
        const step = stepFor(store.mirror, message);
        return step === null ? "duplicate" : take(step);
      }),

    catchUp() {
      if (store.mirror.resync === null) inBackground("reading the feed", readFeedToItsEnd);
      else inBackground("listing", listWhilePending);
    },

    finish: () => background.then(() => inTurn(() => Promise.resolve())),
  };
}

function pathsOf(changes: Changes): string[] {
  return changes.events.map((event) => event.path);
}
