import { expect, test } from "vitest";

import { fieldsOf, typeOf } from "./schema-fields";

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
  expect(typeOf({}, schemas)).toBe("any");
});
