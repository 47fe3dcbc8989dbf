import { expect, test } from "vitest";

import { type Delivery, mergeDeliveries } from "./deliveries";
import { type DeliveryFilters, readFilters } from "./delivery-filters";

const delivery = (id: string, changes: Partial<Delivery> = {}): Delivery => ({
  id: `msg_${id}`,
  webhook_id: "wh_1",
  type: "files.changed",
  status: "delivered",
  cursor: "1",
  event_count: 1,
  size: 10,
  created_at: "2026-01-01T00:00:00.000Z",
  delivered_at: null,
  next_attempt_at: null,
  attempts: [],
  ...changes,
});
const failed: Delivery["attempts"][number] = {
  id: "att_1",
  number: 1,
  started_at: "2026-01-01T00:00:00.000Z",
  duration_ms: 3,
  outcome: "http_500",
  detail: null,
  http_status: 500,
  manual: false,
};
const NOW = Date.parse("2026-01-01T00:30:00.000Z");
const ids = (pages: Delivery[][]) => pages.map((page) => page.map(({ id }) => id));

test("a pushed delivery replaces the known one, and a new one goes to the front", () => {
  const pages = [[delivery("3", { status: "waiting" }), delivery("2")], [delivery("1")]];
  const merged = mergeDeliveries(pages, [delivery("5"), delivery("4"), delivery("3")], {}, NOW);
  expect(ids(merged)).toEqual([["msg_5", "msg_4", "msg_3", "msg_2"], ["msg_1"]]);
  expect(merged[0]?.[2]?.status).toBe("delivered");
});

test("a delivery older than the first page is left to its own page", () => {
  expect(ids(mergeDeliveries([[delivery("5")]], [delivery("4")], {}, NOW))).toEqual([["msg_5"]]);
});

test("a filtered list adds what matches and removes what no longer does", () => {
  const waiting = delivery("2", { status: "waiting", attempts: [failed] });
  expect(ids(mergeDeliveries([[]], [waiting, delivery("1")], { status: "waiting" }, NOW))).toEqual([
    ["msg_2"],
  ]);
  expect(ids(mergeDeliveries([[waiting]], [delivery("2")], { status: "waiting" }, NOW))).toEqual([
    [],
  ]);
  expect(ids(mergeDeliveries([[]], [waiting, delivery("1")], { code: "http_500" }, NOW))).toEqual([
    ["msg_2"],
  ]);
});

test("one attempt must have both the code and the time", () => {
  const times = { attempted: "2026-01-01T00:00:00.000Z/2026-01-01T00:30:00.000Z" };
  const later = { ...failed, outcome: "timeout", started_at: "2026-01-01T01:00:00.000Z" };
  const pages = [[delivery("1", { attempts: [failed, later] }), delivery("0")]];
  const found = (filters: DeliveryFilters) => ids(mergeDeliveries(pages, [], filters, NOW));
  expect(found(times)).toEqual([["msg_1"]]);
  expect(found({ ...times, code: "http_500" })).toEqual([["msg_1"]]);
  expect(found({ ...times, code: "timeout" })).toEqual([[]]);
});

test("a list of the last hour drops what gets older", () => {
  const within = { within: "1h" } as const;
  const old = delivery("1");
  expect(ids(mergeDeliveries([[old]], [], within, NOW))).toEqual([["msg_1"]]);
  expect(ids(mergeDeliveries([[old]], [], within, NOW + 3_600_000))).toEqual([[]]);
  expect(ids(mergeDeliveries([[]], [old], within, NOW + 3_600_000))).toEqual([[]]);
});

const read = (text: string) => readFilters(new URLSearchParams(text));

test("invalid filters in a URL are ignored", () => {
  expect(read("status=waiting&type=files.resync&code=http_500&within=7d")).toEqual({
    status: "waiting",
    type: "files.resync",
    code: "http_500",
    within: "7d",
  });
  expect(read("status=gone&type=x&code=a%20b&within=2d&attempted=2026")).toEqual({});
  expect(read("attempted=2026-01-01T00:00:00Z/2026-01-02T00:00:00Z").attempted).toBe(
    "2026-01-01T00:00:00Z/2026-01-02T00:00:00Z",
  );
  expect(read("attempted=2026-99-01T00:00:00Z/2026-01-02T00:00:00Z")).toEqual({});
});
