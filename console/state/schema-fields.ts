import { z } from "zod";

import { text } from "@/console/text/docs";

const MAX_DEPTH = 4;

/** What the reference reads of a JSON schema. */
export type Schema = {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  format?: string | undefined;
  example?: unknown;
  description?: string | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
};

export const SchemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    example: z.unknown().optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), SchemaShape).optional(),
    required: z.array(z.string()).optional(),
    items: SchemaShape.optional(),
    anyOf: z.array(SchemaShape).optional(),
    oneOf: z.array(SchemaShape).optional(),
  }),
);
export type Schemas = Readonly<Record<string, Schema>>;

/** A field of a body, named by its path from the body: `events[].path`. */
export type Field = { name: string; type: string; isRequired: boolean; about: string };

/** The fields of a body in the order of their declaration, each followed by its own fields. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = "", depth = 0): Field[] {
  const { properties = {}, required = [] } = objectIn(schema, schemas);
  return Object.entries(properties).flatMap(([key, part]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const field: Field = {
      name,
      type: typeOf(part, schemas),
      isRequired: required.includes(key),
      about: part.description ?? "",
    };
    const inner = part.items ?? part;
    const path = part.items === undefined ? name : `${name}[]`;
    return [field, ...(depth < MAX_DEPTH ? fieldsOf(inner, schemas, path, depth + 1) : [])];
  });
}

/** The schema that lists an object's fields, behind references and `null`. */
function objectIn(schema: Schema, schemas: Schemas): Schema {
  const target = referenced(schema, schemas);
  if (target.items !== undefined) return objectIn(target.items, schemas);
  const [first] = (target.anyOf ?? target.oneOf ?? []).filter(({ type }) => type !== "null");
  return first === undefined ? target : objectIn(first, schemas);
}

const referenced = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? schema);

/** A type as people read it: `string`, `"ro" or "rw"`, `object[] or null`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const { type, items, anyOf, oneOf = anyOf, format, ...rest } = referenced(schema, schemas);
  if (oneOf !== undefined) return text.or([...new Set(oneOf.map((one) => typeOf(one, schemas)))]);
  if (rest.enum !== undefined) return text.or(rest.enum.map((one) => JSON.stringify(one)));
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (items !== undefined) return `${typeOf(items, schemas)}[]`;
  if (format === "date-time") return text.time;
  return text.or([type ?? text.any].flat());
}
