import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { FileEvent, FileInfo } from "./message";
import { afterListing, apply, emptyMirror, stepFor, type Mirror, type Received } from "./mirror";

const info = (path: string, version: number, type = "file"): FileInfo => ({
  path,
  type,
  size: version,
  etag: `"${version}"`,
  modified_at: "2026-01-01T00:00:00.000Z",
});

const set = (path: string, version = 1, type = "file"): FileEvent => ({
  type: "created",
  path,
  file: info(path, version, type),
});

const gone = (path: string, type: FileEvent["type"] = "deleted"): FileEvent => ({
  type,
  path,
  file: null,
});

const changed = (cursor: number, ...events: FileEvent[]): Received => ({
  type: "files.changed",
  cursor: BigInt(cursor),
  events,
});

const resync = (cursor: number): Received => ({
  type: "files.resync",
  cursor: BigInt(cursor),
  events: [],
});

/** The receiver's handling of messages, without its disk. */
function take(mirror: Mirror, ...messages: Received[]): Mirror {
  for (const message of messages) {
    const step = stepFor(mirror, message);
    if (step !== null) apply(mirror, step);
  }
  return mirror;
}

function listed(cursor: number, ...files: FileInfo[]): Mirror {
  return afterListing(take(emptyMirror(), resync(cursor)), files, "/");
}

const paths = (mirror: Mirror) => [...mirror.entries.keys()].toSorted();

describe("a mirror", () => {
  it("compares cursors as integers, not as text", () => {
    const mirror = take(listed(9), changed(10, set("/a")), changed(9, gone("/a")));
    expect(mirror.cursor).toBe(10n);
    expect(paths(mirror)).toEqual(["/a"]);
    const large = 2n ** 53n;
    take(mirror, { type: "files.changed", cursor: large, events: [] });
    take(mirror, { type: "files.changed", cursor: large + 1n, events: [set("/b")] });
    expect(mirror.cursor).toBe(large + 1n);
    expect(paths(mirror)).toEqual(["/a", "/b"]);
  });

  it("trusts the file, not the type of the event", () => {
    const mirror = take(
      listed(1, info("/a", 1)),
      changed(2, gone("/a", "created"), { ...set("/b"), type: "deleted" }),
    );
    expect(paths(mirror)).toEqual(["/b"]);
  });

  it("removes exactly what the events of a deleted directory name", () => {
    const mirror = take(
      listed(1, info("/d", 0, "directory"), info("/d/x", 1), info("/d-old", 1)),
      changed(2, gone("/d/x"), gone("/d")),
    );
    expect(paths(mirror)).toEqual(["/d-old"]);
  });

  it("turns a file into a directory", () => {
    const mirror = take(
      listed(1, info("/a", 1)),
      changed(2, { ...set("/a", 0, "directory"), type: "deleted" }, set("/a", 0, "directory")),
      changed(3, set("/a/b")),
    );
    expect(mirror.entries.get("/a")?.type).toBe("directory");
    expect(paths(mirror)).toEqual(["/a", "/a/b"]);
  });

  it("holds names with a meaning in JavaScript", () => {
    const mirror = take(listed(1), changed(2, set("/__proto__"), set("/constructor")));
    expect(paths(mirror)).toEqual(["/__proto__", "/constructor"]);
  });

  it("lists first when it is empty, whatever arrives", () => {
    const mirror = take(emptyMirror(), changed(7, set("/a")));
    expect(mirror).toMatchObject({ cursor: null, resync: 7n });
  });

  it("keeps the old tree and queues until the listing is complete", () => {
    const mirror = take(listed(5, info("/old", 1)), resync(9), changed(11, set("/new")));
    expect(paths(mirror)).toEqual(["/old"]);
    expect(mirror.cursor).toBe(5n);
    const after = afterListing(mirror, [info("/kept", 1)], "/");
    expect(paths(after)).toEqual(["/kept", "/new"]);
    expect(after).toMatchObject({ cursor: 11n, resync: null, queue: [] });
  });

  it("stores the cursor of the resync when nothing was queued", () => {
    expect(listed(9, info("/a", 1)).cursor).toBe(9n);
  });

  it("lists for a resync that the feed has passed, once, and never goes back", () => {
    const mirror = listed(1, info("/a", 1));
    apply(mirror, { kind: "changes", cursor: 9n, events: [] });
    take(mirror, resync(5));
    expect(mirror.resync).toBe(9n);
    const after = take(
      afterListing(mirror, [info("/b", 1)], "/"),
      resync(5),
      changed(7, set("/a")),
    );
    expect(after).toMatchObject({ cursor: 9n, resync: null, listed: 9n });
    expect(paths(after)).toEqual(["/b"]);
  });

  it("drops what was queued when a newer resync arrives", () => {
    const mirror = take(
      listed(1),
      resync(2),
      changed(3, set("/a")),
      resync(4),
      changed(3, set("/a")),
    );
    expect(mirror).toMatchObject({ resync: 4n, queue: [] });
  });
});

/**
 * A filesystem that changes at random and a sender as specified: messages in order, each with the
 * state when it was built. Late copies of earlier ones arrive in between.
 */
const filesystem = fc.array(
  fc.record({
    changes: fc.array(
      fc.record({ path: fc.constantFrom("/a", "/b", "/c", "/a/x"), present: fc.boolean() }),
      { maxLength: 6 },
    ),
    late: fc.array(fc.nat(), { maxLength: 3 }),
    resync: fc.boolean(),
    // How many messages later the resync's listing completes.
    listingTakes: fc.nat(3),
  }),
  { maxLength: 25 },
);

describe("with any history", () => {
  it("late copies and slow listings converge on the actual tree", () => {
    fc.assert(
      fc.property(filesystem, fc.boolean(), (rounds, listedAtOnce) => {
        const truth = new Map<string, FileInfo>();
        const sent: Received[] = [];
        let mirror = listed(0);
        let [head, version] = [0, 0];
        let waiting = 0;
        let listing: FileInfo[] = [];
        for (const round of rounds) {
          const touched: string[] = [];
          for (const { path, present } of round.changes) {
            head += 1;
            version += 1;
            if (present) truth.set(path, info(path, version));
            else truth.delete(path);
            touched.push(path);
          }
          head += 1;
          const state = (path: string): FileEvent =>
            truth.has(path) ? { type: "updated", path, file: truth.get(path)! } : gone(path);
          const message = round.resync ? resync(head) : changed(head, ...touched.map(state));
          sent.push(message);
          take(mirror, message, ...round.late.map((n) => sent[n % sent.length]!));
          if (round.resync) waiting = round.listingTakes;
          else waiting -= 1;
          // The service may have read the tree at any point since the resync.
          if (round.resync || !listedAtOnce) listing = [...truth.values()];
          if (mirror.resync !== null && waiting <= 0) {
            mirror = take(afterListing(mirror, listing, "/"), ...sent);
          }
        }
        if (mirror.resync !== null) mirror = afterListing(mirror, listing, "/");
        expect(mirror.entries).toEqual(truth);
      }),
      { numRuns: 500 },
    );
  });

  it("duplicates and reordering change nothing after the in-order run", () => {
    const copies = fc.array(fc.nat(9), { maxLength: 40 });
    fc.assert(
      fc.property(copies, (order) => {
        const messages = Array.from({ length: 10 }, (_, n) =>
          changed(n + 2, n % 3 === 0 ? gone("/a") : set("/a", n), set(`/${n}`, n)),
        );
        const once = take(listed(1), ...messages);
        const twice = take(listed(1), ...messages, ...order.map((n) => messages[n]!));
        expect(twice).toEqual(once);
      }),
    );
  });
});
