import { expect, test } from "vitest";

import { type Order, pressed, readOrder } from "./order";

const COLUMNS = ["name", "size", "deleted"] as const;
type Column = (typeof COLUMNS)[number];
const NAMES = { by: "name", isDescending: false } as const;
const NEWEST = { by: "deleted", isDescending: true } as const;

const press = (text: string, column: Column, initial: Order<Column>) =>
  pressed(readOrder(text, COLUMNS, initial), column, initial);

test("a press on a column sorts by it, and a second one the other way round", () => {
  expect(press("", "name", NAMES)).toBe("-name");
  expect(press("-name", "name", NAMES)).toBe("");
  expect(press("", "size", NAMES)).toBe("-size");
  expect(press("-size", "size", NAMES)).toBe("size");
  expect(press("size", "name", NAMES)).toBe("");
});

test("the address says nothing of the order that a list begins with", () => {
  expect(press("", "deleted", NEWEST)).toBe("deleted");
  expect(press("deleted", "deleted", NEWEST)).toBe("");
  expect(press("", "name", NEWEST)).toBe("name");
  expect(readOrder("-colour", COLUMNS, NEWEST)).toEqual(NEWEST);
});
