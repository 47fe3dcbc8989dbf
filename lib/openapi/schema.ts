import { z } from "zod";

export type Json = Record<string, unknown>;

/** Named schemas, as they stand in `components.schemas`. */
export type Schemas = Record<string, Json>;

/**
 * The JSON Schema of a zod schema, as it is sent (`input`) or answered (`output`). Schemas with an id in their
 * metadata go into `shared` and are referred to; what is sent has none of them.
 */
export function schemaOf(schema: z.ZodType, io: "input" | "output", shared: Schemas = {}): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const { $defs, ...rest } = relocate(json);
  for (const [name, named] of Object.entries({ ...Object($defs) })) shared[name] = toJson(named);
  return rest;
}

// zod puts named schemas beside the one that uses them; OpenAPI has one place for all.
const relocate = (json: object): Json =>
  toJson(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')));

const toJson = (value: unknown): Json => ({ ...Object(value) });

/**
 * A value that fits a schema, put together from the examples of its parts; a part without one shows its type.
 * An optional part that could be null is shown with a value, since that tells more.
 */
export function exampleOf(schema: Json, shared: Schemas = {}): unknown {
  const { $ref, anyOf, properties, items } = schema;
  const [type] = [schema["type"]].flat();
  if (schema["example"] !== undefined) return schema["example"];
  if (typeof $ref === "string")
    return exampleOf(shared[$ref.split("/").at(-1) ?? ""] ?? {}, shared);
  if (Array.isArray(anyOf)) return exampleOf(toJson(anyOf[0]), shared);
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["default"] !== undefined) return schema["default"];
  if (type === "array") return [exampleOf(toJson(items), shared)];
  if (type === "object") {
    return Object.fromEntries(
      Object.entries({ ...Object(properties) }).map(([name, part]) => [
        name,
        exampleOf(toJson(part), shared),
      ]),
    );
  }
  if (schema["format"] === "date") return "2026-11-21";
  if (schema["format"] === "date-time") return "2026-11-21T10:00:00.000Z";
  return { string: "text", integer: 1, number: 1, boolean: true, null: null }[String(type)];
}
