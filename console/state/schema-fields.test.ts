import { expect, test } from "vitest";

import { boundsOf, fieldsOf, typeOf } from "./schema-fields";

const schemas = {
  Entry: {
    type: "object",
    properties: { path: { type: "string", description: "Absolute." }, size: { type: "integer" } },
    required: ["path"],
  },
};

test("fields have their path, and those of lists and named schemas follow", () => {
  const schema = {
    type: "object",
    properties: {
      entries: { type: "array", items: { $ref: "#/components/schemas/Entry" } },
      root: { anyOf: [{ $ref: "#/components/schemas/Entry" }, { type: "null" }] },
    },
    required: ["entries"],
  };
  expect(
    fieldsOf(schema, schemas).map(({ name, type, isRequired }) => [name, type, isRequired]),
  ).toEqual([
    ["entries", "object[]", true],
    ["entries[].path", "string", true],
    ["entries[].size", "integer", false],
    ["root", "object or null", false],
    ["root.path", "string", true],
    ["root.size", "integer", false],
  ]);
});

test("types are read as people write them", () => {
  expect(typeOf({ enum: ["ro", "rw"] }, schemas)).toBe('"ro" or "rw"');
  expect(typeOf({ type: ["string", "null"] }, schemas)).toBe("string or null");
  expect(
    typeOf({ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] }, schemas),
  ).toBe("time or null");
  const modes = { enum: ["ro", "rw"] };
  expect(typeOf({ type: "array", items: modes }, schemas)).toBe('("ro" or "rw")[]');
  expect(typeOf({ anyOf: [{ type: "array", items: modes }, { type: "null" }] }, schemas)).toBe(
    '("ro" or "rw")[] or null',
  );
  expect(typeOf({}, schemas)).toBe("any");
});

test("what limits a value is said, and the one it has if none is given", () => {
  const whole = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const limit = { type: "integer", minimum: 1, maximum: 1_000, default: 100 };
  expect(boundsOf(limit, schemas)).toEqual(["1 to 1,000", "default 100"]);
  expect(boundsOf({ default: 1_000 }, schemas)).toEqual(["default 1,000"]);
  expect(boundsOf({ type: "integer", ...whole }, schemas)).toEqual([]);
  expect(boundsOf({ type: "integer", ...whole, minimum: 0 }, schemas)).toEqual(["at least 0"]);
  expect(boundsOf({ type: "array", minItems: 1, maxItems: 100 }, schemas)).toEqual([
    "1 to 100 items",
  ]);
  const expiry = { anyOf: [{ ...limit, default: undefined }, { type: "null" }], default: null };
  expect(boundsOf(expiry, schemas)).toEqual(["1 to 1,000", "default null"]);
});
