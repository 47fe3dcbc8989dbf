import type { FileEvent, FileInfo } from "./message";

/** Changes up to a cursor: one message, or one page of the feed. */
export type Changes = { kind: "changes"; cursor: bigint; events: FileEvent[] };

/** Only a listing helps from here: everything before the cursor may have been missed. */
export type Resync = { kind: "resync"; cursor: bigint };

export type Step = Changes | Resync;

/** The content of a message. */
export type Received = {
  type: "files.changed" | "files.resync";
  cursor: bigint;
  events: FileEvent[];
};

/** The known state of the filesystem, and up to which cursor. */
export type Mirror = {
  /** The last applied cursor; null until the first listing is complete. */
  cursor: bigint | null;
  entries: Map<string, FileInfo>;
  /** The cursor of a resync whose listing is pending. */
  resync: bigint | null;
  /** The cursor from which the entries were last listed; the feed does not move it. */
  listed: bigint | null;
  /** The prefix that was listed then. */
  prefix: string | null;
  /** What arrived during that listing, in cursor order. */
  queue: Changes[];
};

/** Returns an empty mirror. */
export function emptyMirror(): Mirror {
  const entries = new Map<string, FileInfo>();
  return { cursor: null, entries, resync: null, listed: null, prefix: null, queue: [] };
}

/**
 * Whether something with this cursor is new to the mirror. False for a duplicate and for a late
 * copy of an older message. See spec 9.3.
 */
export function isNews(mirror: Mirror, cursor: bigint): boolean {
  return isAfter(cursor, pendingCursor(mirror) ?? mirror.cursor);
}

const pendingCursor = ({ queue, resync }: Mirror) => queue.at(-1)?.cursor ?? resync;
const isAfter = (cursor: bigint, seen: bigint | null) => seen === null || cursor > seen;

/**
 * Returns the step that a message requires; null for one that brings nothing new. Changes cannot
 * fill a mirror that never had a listing, for example after losing its state, so they require one
 * too.
 */
export function stepFor(mirror: Mirror, { type, cursor, events }: Received): Step | null {
  if (type === "files.resync") {
    // The feed has no resyncs: it moves the cursor past one that only a listing applies.
    if (!isAfter(cursor, pendingCursor(mirror) ?? mirror.listed)) return null;
    const passed = mirror.cursor ?? cursor;
    return { kind: "resync", cursor: passed > cursor ? passed : cursor };
  }
  if (!isNews(mirror, cursor)) return null;
  const begun = mirror.cursor !== null || mirror.resync !== null;
  return begun ? { kind: "changes", cursor, events } : { kind: "resync", cursor };
}

/**
 * Applies one step in place. The caller has checked `isNews` and stored the step first. See spec
 * 9.3, 9.4, 9.5.
 */
export function apply(mirror: Mirror, step: Step): void {
  if (step.kind === "resync") {
    // The coming listing is newer than everything queued. The old entries stay until then.
    mirror.resync = step.cursor;
    mirror.queue = [];
  } else if (mirror.resync === null) {
    reconcile(mirror.entries, step.events);
    mirror.cursor = step.cursor;
  } else {
    mirror.queue.push(step);
  }
}

/**
 * Returns the mirror after the listing that `mirror.resync` required: the listed entries, at the
 * resync's cursor, then what was queued meanwhile. See spec 9.5.
 */
export function afterListing(mirror: Mirror, listed: FileInfo[], prefix: string): Mirror {
  const { resync } = mirror;
  const next: Mirror = { ...emptyMirror(), cursor: resync, listed: resync, prefix };
  for (const file of listed) next.entries.set(file.path, file);
  for (const changes of mirror.queue) apply(next, changes);
  return next;
}

/**
 * Each event is an invalidation, not history: what counts is `file`, not `type`. Descendants of a
 * deleted directory need no special handling, since every entry has its own event.
 */
function reconcile(entries: Map<string, FileInfo>, events: FileEvent[]): void {
  for (const { path, file } of events) {
    if (file === null) entries.delete(path);
    else entries.set(path, file);
  }
}
