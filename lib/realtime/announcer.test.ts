import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { createAnnouncer } from "./announcer";

/** A pool that records what is sent, and fails on demand. */
function createSink() {
  const sent: { payload: string; at: number }[] = [];
  const state = { failing: false };
  const query = async (_: string, [, payload]: string[]) => {
    sent.push({ payload: payload ?? "", at: performance.now() });
    if (state.failing) throw new Error("the database is away");
    return { rows: [] };
  };
  const announcer = createAnnouncer({ query } as never);
  return { announcer, sent, state };
}

test("announcements of 50 ms go out together and each name once", async () => {
  const { announcer, sent } = createSink();
  const startedAt = performance.now();
  for (const id of ["wh_1", "wh_2", "wh_3", "wh_2"]) announcer.announce("fs_1", id);
  await eventually("the statement", () => sent.length === 1);
  announcer.announce("fs_1", "wh_4");
  await eventually("the next statement", () => sent.length === 2);
  expect(sent.map(({ payload }) => payload)).toEqual([
    "fs_1 wh_1,fs_1 wh_2,fs_1 wh_3",
    "fs_1 wh_4",
  ]);
  expect((sent[0]?.at ?? 0) - startedAt).toBeGreaterThanOrEqual(45);
  announcer.close();
});

test("too many names become a request to poll everything, and memory stays small", async () => {
  const { announcer, sent } = createSink();
  for (let n = 0; n < 10_000; n++) announcer.announce("fs_1", `wh_${n}`);
  await eventually("the statement", () => sent.length === 1);
  expect(sent[0]?.payload).toBe("*");
  announcer.close();
});

const long = (n: number) => String(n).padStart(26, "0");

test("a payload stays below PostgreSQL's limit of 8,000 bytes", async () => {
  const { announcer, sent } = createSink();
  for (let n = 0; n < 120; n++) announcer.announce(`fs_${long(n)}`, `wh_${long(n)}`);
  await eventually("the statement", () => sent.length === 1);
  expect(sent[0]?.payload.split(",")).toHaveLength(120);
  expect(sent[0]?.payload.length).toBeLessThan(8_000);
  announcer.close();
});

test("a failed statement is not repeated and does not stop the next one; once closed, nothing is sent", async () => {
  const { announcer, sent, state } = createSink();
  state.failing = true;
  announcer.announce("fs_1", "wh_1");
  await eventually("the first statement", () => sent.length === 1);
  announcer.announce("fs_1", "wh_2");
  await eventually("the second statement", () => sent.length === 2);
  state.failing = false;
  announcer.close();
  announcer.announce("fs_1", "wh_3");
  expect(sent).toHaveLength(2);
});
