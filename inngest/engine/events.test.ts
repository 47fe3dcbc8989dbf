import * as fc from "fast-check";
import { expect, test } from "vitest";

import { BadRequestError, readEvents } from "./events";

const now = 1_760_000_000_000;
const read = (body: unknown, seed: string | null = null) =>
  readEvents(body, seed, now, 3).map(({ event }) => event);

test("fills in optional fields and keeps unknown ones", () => {
  expect(read({ name: "a", v: "2", user: { id: 1 } })).toEqual([
    {
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      name: "a",
      data: {},
      ts: now,
      v: "2",
      user: { id: 1 },
    },
  ]);
  expect(read([{ name: "a", id: "mine", ts: 5, data: { x: 1 } }])).toEqual([
    { id: "mine", name: "a", ts: 5, data: { x: 1 } },
  ]);
});

test("a seed makes the ids repeatable, and different within one post", () => {
  const seed = `${now},${Buffer.alloc(10, 255).toString("base64")}`;
  const ids = read([{ name: "a" }, { name: "a" }], seed).map((event) => event.id);
  expect(read([{ name: "a" }, { name: "a" }], seed).map((event) => event.id)).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
  for (const bad of ["", "x,y", `${now},AAAA`, `99999999999999999999,${"A".repeat(16)}`]) {
    expect(read({ name: "a" }, bad)[0]?.id).toHaveLength(26);
  }
});

test("an id has a time unless the sender gave it: the seed's, or now", () => {
  const seed = `5,${Buffer.alloc(10).toString("base64")}`;
  const made = (events: unknown, from: string | null) =>
    readEvents(events, from, now, 3).map(({ madeAt }) => madeAt);
  expect(made([{ name: "a" }, { name: "a", id: "mine" }], seed)).toEqual([5, null]);
  expect(made({ name: "a" }, null)[0]).toBeGreaterThan(now);
});

test.each([
  [{}, "event 0: name"],
  [{ name: "" }, "event 0: name"],
  [[{ name: "a" }, { name: "b", ts: 1.5 }], "event 1: ts"],
  [{ name: "a", data: [1] }, "event 0: data"],
  [{ name: "a", id: "x".repeat(256) }, "event 0: id"],
  [{ name: "a", id: "\0" }, "event 0: id"],
  [{ name: "inngest/cron" }, "the engine's own"],
  [[1, 2, 3, 4], "more than 3 events"],
])("refuses %j", (body, message) => {
  expect(() => read(body)).toThrow(message);
});

test("any input is read or refused, never a crash", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (body, seed) => {
      try {
        read(body, seed);
      } catch (error) {
        if (!(error instanceof BadRequestError)) throw error;
      }
    }),
  );
});
