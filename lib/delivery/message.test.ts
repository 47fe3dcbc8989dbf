import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { ChangeRow } from "@/lib/changes/event";

import { changedMessage, resyncMessage } from "./message";
import { POLICY } from "./policy";

const source = {
  webhookId: "wh_1",
  filesystemId: "fs_1",
  timestamp: new Date("2026-11-21T12:00:00.123Z"),
};
const change = (cursor: number, path: string): ChangeRow => ({
  cursor: String(cursor),
  type: "deleted",
  path,
  file: null,
});
const sizeOf = (text: string) => Buffer.byteLength(text);

test("spec 7.1: a message has exactly the specified fields, in UTF-8 as sent", () => {
  const made = changedMessage(source, [change(7, '/é"\u0001')], "9", POLICY.maxBodyBytes);
  expect(JSON.parse(made?.body ?? "")).toEqual({
    type: "files.changed",
    timestamp: "2026-11-21T12:00:00.123Z",
    data: {
      webhook_id: "wh_1",
      filesystem_id: "fs_1",
      events: [{ type: "deleted", path: '/é"\u0001', file: null }],
      cursor: "9",
    },
  });
  const resync = resyncMessage(source).body.replace("{cursor}", "10");
  expect(JSON.parse(resync)).toMatchObject({
    type: "files.resync",
    data: { events: [], cursor: "10" },
  });
});

test("spec 7.1, 7.3: as many changes as fit; the cursor is just before the first one left out", () => {
  const path = fc.string({ unit: "binary", minLength: 1, maxLength: 200 });
  const cap = fc.integer({ min: 300, max: 4_000 });
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 30 }), cap, (paths, maxBytes) => {
      // Cursors with gaps: those between are outside the prefix.
      const changes = paths.map((name, n) => change(10 + 3 * n, `/${name}`));
      const made = changedMessage(source, changes, "1000", maxBytes);
      const alone = changedMessage(source, changes.slice(0, 1), "1000", Infinity);
      if (made === null) {
        expect(sizeOf(alone?.body ?? "")).toBeGreaterThanOrEqual(maxBytes - 10);
        return;
      }
      expect(sizeOf(made.body)).toBeLessThanOrEqual(maxBytes);
      const { data } = JSON.parse(made.body);
      expect(data.events).toHaveLength(made.eventCount);
      expect(data.cursor).toBe(made.cursor);
      const left = changes[made.eventCount];
      expect(made.cursor).toBe(left === undefined ? "1000" : String(Number(left.cursor) - 1));
    }),
    { numRuns: 500 },
  );
});
