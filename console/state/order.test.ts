import { expect, test } from "vitest";

import { pressed, readOrder } from "./order";

const COLUMNS = ["name", "size", "deleted"] as const;
const names = { by: "name", isDescending: false } as const;
const newest = { by: "deleted", isDescending: true } as const;

test("a press on a column sorts by it, and a second one the other way round", () => {
  const press = (text: string, column: (typeof COLUMNS)[number]) =>
    pressed(readOrder(text, COLUMNS, names), column, names);
  expect(press("", "name")).toBe("-name");
  expect(press("-name", "name")).toBe("");
  expect(press("", "size")).toBe("-size");
  expect(press("-size", "size")).toBe("size");
  expect(press("size", "name")).toBe("");
});

test("the address says nothing of the order that a list begins with", () => {
  const press = (text: string, column: (typeof COLUMNS)[number]) =>
    pressed(readOrder(text, COLUMNS, newest), column, newest);
  expect(press("", "deleted")).toBe("deleted");
  expect(press("deleted", "deleted")).toBe("");
  expect(press("", "name")).toBe("name");
  expect(readOrder("-colour", COLUMNS, newest)).toEqual(newest);
});
