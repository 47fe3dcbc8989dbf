import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { createRandom } from "@/testing/fuzz/random";

import { bytesOf, noteWrite, rangesToSend, unchanged } from "./changed-ranges";

const SIZE = 1024 * 1024;
const ETAG = '"base"';

/** A stage of a content of this size. */
const changedOf = (size: number) => ({ ...unchanged(size), base: { etag: ETAG, size } });

test("what is sent makes the base what the stage is, after any writes and truncations", () => {
  const seed = Date.now() % 2 ** 31;
  const random = createRandom(seed);
  let sent = 0;
  for (let round = 0; round < 300; round++) {
    const base = randomBytes(SIZE + random.below(SIZE));
    const changed = changedOf(base.length);
    let stage = base;
    const resize = (size: number) => {
      const resized = Buffer.alloc(size);
      stage.copy(resized, 0, 0, size);
      stage = resized;
    };
    for (let n = random.below(8); n >= 0; n--) {
      const at = random.below(stage.length + 10_000);
      if (random.chance(25)) {
        resize(at);
        changed.kept = Math.min(changed.kept, at);
        continue;
      }
      const bytes = randomBytes(1 + random.below(random.chance(80) ? 100 : 100_000));
      if (at + bytes.length > stage.length) resize(at + bytes.length);
      bytes.copy(stage, at);
      noteWrite(changed, at, at + bytes.length);
    }
    const ranges = rangesToSend(changed, stage.length);
    if (ranges === null) continue;
    sent += 1;
    const made = Buffer.alloc(stage.length);
    base.copy(made, 0, 0, stage.length);
    for (const [from, to] of ranges) stage.copy(made, from, from, to);
    expect([seed, round, made.equals(stage)]).toEqual([seed, round, true]);
    expect(ranges).toEqual(ranges.toSorted(([a], [b]) => a - b));
  }
  expect(sent).toBeGreaterThan(50);
});

test("near writes are one range, and of many the nearest are joined", () => {
  const near = changedOf(SIZE);
  for (const at of [20_000, 10_000, 15_000, 10_000]) noteWrite(near, at, at + 4_096);
  expect(rangesToSend(near, SIZE)).toEqual([[10_000, 24_096]]);
  const many = changedOf(100 * SIZE);
  for (let n = 999; n >= 0; n--) noteWrite(many, n * 20_000, n * 20_000 + 1);
  const ranges = rangesToSend(many, 100 * SIZE)!;
  expect(ranges.length).toBeLessThanOrEqual(256);
  expect(bytesOf(ranges)).toBeLessThan(20 * SIZE);
});

test("a small file, one without a base, and one of which most changed are sent whole", () => {
  expect(rangesToSend({ ...changedOf(1_000), ranges: [[0, 1]] }, 1_000)).toBeNull();
  expect(rangesToSend({ ...unchanged(SIZE), ranges: [[0, 1]] }, SIZE)).toBeNull();
  const half = changedOf(SIZE);
  noteWrite(half, 0, SIZE / 2);
  expect(rangesToSend(half, SIZE)).toEqual([[0, SIZE / 2]]);
  noteWrite(half, SIZE / 2, SIZE / 2 + 1);
  expect(rangesToSend(half, SIZE)).toBeNull();
  const scattered = changedOf(1024 * SIZE);
  for (let n = 0; n < 5_000; n++) noteWrite(scattered, n * 20_000, n * 20_000 + 1);
  expect(rangesToSend(scattered, 1024 * SIZE)).toBeNull();
});
