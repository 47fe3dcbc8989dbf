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
  default?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
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
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
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
export type Field = {
  name: string;
  type: string;
  isRequired: boolean;
  bounds: readonly string[];
  about: string;
};

/** The fields of a body in the order of their declaration, each followed by its own fields. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = "", depth = 0): Field[] {
  const { properties = {}, required = [] } = objectIn(schema, schemas);
  return Object.entries(properties).flatMap(([key, part]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const field: Field = {
      name,
      type: typeOf(part, schemas),
      isRequired: required.includes(key),
      bounds: boundsOf(part, schemas),
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

/** What limits the values of a schema, and the one it has if none is given: `1 to 1,000`, `default 100`. */
export function boundsOf(schema: Schema, schemas: Schemas): string[] {
  const { anyOf = [], oneOf = anyOf, ...own } = referenced(schema, schemas);
  const least = own.minimum ?? own.minItems;
  const most = own.maximum ?? own.maxItems;
  const unit = own.type === "array" ? text.items : String;
  const range = text.range(isBound(least) ? least : null, isBound(most) ? most : null, unit);
  const inner = oneOf.flatMap((one) => boundsOf(one, schemas));
  const given = own.default === undefined ? [] : [text.default(own.default)];
  return [...inner, ...(range === null ? [] : [range]), ...given];
}

// That numbers are exact goes without saying.
const isBound = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** A type as people read it: `string`, `"ro" or "rw"`, `("ro" or "rw")[]`, `object[] or null`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const { type, items, anyOf, oneOf = anyOf, format, ...rest } = referenced(schema, schemas);
  if (oneOf !== undefined) return text.or([...new Set(oneOf.map((one) => typeOf(one, schemas)))]);
  if (rest.enum !== undefined) return text.or(rest.enum.map((one) => JSON.stringify(one)));
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (items !== undefined) {
    const one = typeOf(items, schemas);
    return one.includes(text.or(["", ""])) ? `(${one})[]` : `${one}[]`;
  }
  if (format === "date-time") return text.time;
  return text.or([type ?? text.any].flat());
}
