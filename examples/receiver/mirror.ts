import type { FileEvent, FileInfo } from "./message";

/** Changes up to a cursor: one message, or one page of the feed. */
export type Changes = { kind: "changes"; cursor: bigint; events: FileEvent[] };

/** From here on only a listing helps: everything before the cursor may have been missed. */
export type Resync = { kind: "resync"; cursor: bigint };

export type Step = Changes | Resync;

/** What a message brings. */
export type Received = {
  type: "files.changed" | "files.resync";
  cursor: bigint;
  events: FileEvent[];
};

/** What we know of the filesystem, and up to which cursor. */
export type Mirror = {
  /** The last applied cursor; null until the first listing is complete. */
  cursor: bigint | null;
  entries: Map<string, FileInfo>;
  /** The cursor of a resync that still waits for its listing. */
  resync: bigint | null;
  /** What arrived during that listing, in the order of the cursors. */
  queue: Changes[];
};

/** Returns a mirror that knows nothing yet. */
export function emptyMirror(): Mirror {
  return { cursor: null, entries: new Map(), resync: null, queue: [] };
}

/**
 * Whether something with this cursor is new to the mirror. False for a duplicate and for a late
 * copy of an older message. See spec 9.3.
 */
export function isNews(mirror: Mirror, cursor: bigint): boolean {
  const seen = mirror.queue.at(-1)?.cursor ?? mirror.resync ?? mirror.cursor;
  return seen === null || cursor > seen;
}

/**
 * Returns the step that a message asks for; null for one that brings nothing new. Changes cannot fill
 * a mirror that never saw a listing, as when its state was lost, so they ask for one too.
 */
export function stepFor(mirror: Mirror, { type, cursor, events }: Received): Step | null {
  if (!isNews(mirror, cursor)) return null;
  const begun = mirror.cursor !== null || mirror.resync !== null;
  if (type === "files.resync" || !begun) return { kind: "resync", cursor };
  return { kind: "changes", cursor, events };
}

/**
 * Takes one step, in place. The caller has asked `isNews` and has stored the step before.
 * See spec 9.3, 9.4, 9.5.
 */
export function apply(mirror: Mirror, step: Step): void {
  if (step.kind === "resync") {
    // The coming listing is younger than all that was queued. The old entries stay until then.
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
 * Returns the mirror after the listing that `mirror.resync` asked for: the entries listed, at the
 * resync's cursor, then what was queued meanwhile. See spec 9.5.
 */
export function afterListing(mirror: Mirror, listed: FileInfo[]): Mirror {
  const next = emptyMirror();
  next.cursor = mirror.resync;
  for (const file of listed) next.entries.set(file.path, file);
  for (const changes of mirror.queue) apply(next, changes);
  return next;
}

/**
 * Each event is an invalidation, not history: what counts is `file`, not `type`. Nothing below a
 * deleted directory needs care, since every entry has an event of its own.
 */
function reconcile(entries: Map<string, FileInfo>, events: FileEvent[]): void {
  for (const { path, file } of events) {
    if (file === null) entries.delete(path);
    else entries.set(path, file);
  }
}
