import { expect, test } from "vitest";

import { roomOf } from "./room";

test("the room of a filesystem is what the tighter limit leaves, its own or its organisation's", () => {
  const own = { used: 10, limit: 100 };
  expect(roomOf(own, { used: 50, limit: 500 }, 0)).toEqual({ ...own, left: 90, isOwn: true });
  const whole = { used: 450, limit: 500 };
  expect(roomOf(own, whole, 0)).toEqual({ ...whole, left: 50, isOwn: false });
  expect(roomOf({ used: 10, limit: null }, whole, 0)?.isOwn).toBe(false);
  expect(roomOf(own, undefined, 0)?.isOwn).toBe(true);
  expect(roomOf({ used: 10, limit: null }, { used: 10, limit: null }, 0)).toBeNull();
  expect(roomOf({ used: 12, limit: 10 }, undefined, 0)?.left).toBe(0);
  expect(roomOf({ used: 12, limit: 10 }, undefined, 5)).toMatchObject({ used: 12, left: 3 });
});
