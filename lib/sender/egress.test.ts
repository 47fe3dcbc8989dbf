import { expect, test } from "vitest";

import { createEgressRecord } from "./egress";

test("only another host's response, and only for a minute, shows that our network works", () => {
  let time = 0;
  const egress = createEgressRecord(() => time);
  expect(egress.othersWorked("a")).toBe(false);
  egress.responded("a");
  expect(egress.othersWorked("a")).toBe(false);
  expect(egress.othersWorked("b")).toBe(true);
  egress.responded("b");
  for (let i = 0; i < 10; i += 1) egress.responded("a");
  expect([egress.othersWorked("a"), egress.othersWorked("b")]).toEqual([true, true]);
  time = 59_999;
  expect(egress.othersWorked("c")).toBe(true);
  time = 60_000;
  expect(egress.othersWorked("c")).toBe(false);
});
