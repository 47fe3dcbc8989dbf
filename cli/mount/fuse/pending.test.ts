import { expect, test } from "vitest";

import { createPending } from "./pending";

function begin() {
  const interrupted: bigint[] = [];
  const pending = createPending((unique) => interrupted.push(unique));
  pending.add(2n);
  pending.add(4n);
  return { pending, interrupted };
}

test("a signal does nothing while the service is there, and ends the wait once it is away", () => {
  const { pending, interrupted } = begin();
  expect(pending.signal(2n)).toBe(true);
  expect(interrupted).toEqual([]);
  pending.setAway(true);
  expect(interrupted).toEqual([2n]);
  expect([pending.remove(2n), pending.remove(4n)]).toEqual([false, true]);
});

test("a signal while the service is away ends the wait at once, of this request only", () => {
  const { pending, interrupted } = begin();
  pending.setAway(true);
  expect(interrupted).toEqual([]);
  pending.signal(4n);
  expect(interrupted).toEqual([4n]);
  pending.setAway(false);
  pending.signal(2n);
  expect(interrupted).toEqual([4n]);
});

test("a request that is not known, or has its reply, cannot be interrupted", () => {
  const { pending, interrupted } = begin();
  pending.setAway(true);
  pending.remove(2n);
  expect([pending.signal(2n), pending.signal(6n)]).toEqual([false, false]);
  expect(interrupted).toEqual([]);
  expect(pending.takeAll()).toEqual([4n]);
  expect(pending.remove(4n)).toBe(false);
});
