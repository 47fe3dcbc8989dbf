import * as fc from "fast-check";
import { expect, test } from "vitest";

import { readOperations } from "./operations";

const now = Date.UTC(2026, 0, 1);

test.each([
  [
    { op: "StepRun", id: "x" },
    { kind: "result", id: "x", data: null },
  ],
  [
    { op: "StepRun", id: "x", data: [1] },
    { kind: "result", id: "x", data: [1] },
  ],
  [
    { op: "StepPlanned", id: "x", name: null },
    { kind: "planned", id: "x" },
  ],
  [
    { op: "Sleep", id: "x", name: "2s" },
    { kind: "sleep", id: "x", until: now + 2_000 },
  ],
  [
    { op: "Sleep", id: "x", name: "?" },
    { kind: "unsupported", what: "a sleep of unreadable length" },
  ],
  [
    { op: "InvokeFunction", id: "x" },
    { kind: "unsupported", what: "operation InvokeFunction" },
  ],
  [
    { op: "AIGateway", id: "x" },
    { kind: "unsupported", what: "operation AIGateway" },
  ],
  [
    { op: "StepPlanned", id: "x", opts: { parallelMode: "race" } },
    { kind: "planned", id: "x" },
  ],
])("reads %j", (raw, operation) => {
  expect(readOperations([raw], now)).toEqual([operation]);
});

test("anything but a list of operations is null, and nothing crashes", () => {
  expect(readOperations("StepRun", now)).toBeNull();
  expect(readOperations([{ op: "StepRun" }], now)).toBeNull();
  fc.assert(fc.property(fc.jsonValue(), (body) => void readOperations(body, now)));
});
