import { z } from "zod";

export type Json = Record<string, unknown>;

/** Named schemas of `components.schemas`. */
export type Schemas = Record<string, Json>;

/**
 * The JSON Schema of a zod schema for requests (`input`) or responses (`output`). Response schemas with an
 * id in their metadata are added to `shared` and referenced.
 */
export function schemaOf(schema: z.ZodType, io: "input" | "output", shared: Schemas = {}): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const { $defs, ...rest } = relocate(json);
  for (const [name, named] of Object.entries({ ...Object($defs) })) shared[name] = toJson(named);
  return rest;
}

// zod puts named schemas next to the one that uses them; OpenAPI has one place for all.
const relocate = (json: object): Json =>
  toJson(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')));

const toJson = (value: unknown): Json => ({ ...Object(value) });

type Exampled = {
  shared?: Schemas;
  /** Of a request, what is optional is in it with an example of its own; of a response, which can lack it, never. */
  isRequest?: boolean;
};

/**
 * An example of a schema, built from the examples of its parts, else from their types; a text needs an example of its
 * own. What can be null has a value unless its example is null.
 */
export function exampleOf(schema: Json, options: Exampled = {}): unknown {
  const { $ref, anyOf, oneOf = anyOf, items } = schema;
  const [type] = [schema["type"]].flat();
  if (schema["example"] !== undefined) return schema["example"];
  if (typeof $ref === "string")
    return exampleOf(options.shared?.[$ref.split("/").at(-1) ?? ""] ?? {}, options);
  if (Array.isArray(oneOf)) return exampleOf(toJson(oneOf[0]), options);
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["default"] !== undefined) return schema["default"];
  if (type === "array") return [exampleOf(toJson(items), options)];
  if (type === "object")
    return Object.fromEntries(
      partsOf(schema, options).map(([name, part]) => [name, exampleOf(toJson(part), options)]),
    );
  if (schema["format"] === "date") return "2026-11-21";
  if (schema["format"] === "date-time") return "2026-11-21T10:00:00.000Z";
  return { integer: 1, number: 1, boolean: true, null: null }[String(type)];
}

function partsOf({ properties, required }: Json, { isRequest }: Exampled): [string, unknown][] {
  const parts = Object.entries({ ...Object(properties) });
  const needed = new Set<unknown>([required].flat());
  if (isRequest !== true) return parts.filter(([name]) => needed.has(name));
  const lean = parts.filter(
    ([name, part]) => needed.has(name) || toJson(part)["example"] !== undefined,
  );
  return lean.length > 0 ? lean : parts.slice(0, 1);
}
