/** A JSON Schema as written in the document. */
export type Schema = { [keyword: string]: unknown };

type Check = (value: unknown, argument: unknown, schema: Schema, root: Schema) => string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const when = (wrong: boolean, problem: string) => (wrong ? [problem] : []);

const patterns = new Map<string, RegExp>();

function compiled(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, "u");
  patterns.set(source, pattern);
  return pattern;
}

// Only the keywords that the document uses; add new ones here before values count as valid.
const CHECKS: Record<string, Check> = {
  type: (value, type) => {
    const types = [type].flat();
    return when(
      !types.some((name) => TYPES[String(name)]?.(value)),
      `is not ${types.join(" or ")}`,
    );
  },
  enum: (value, list) => when(!Array.isArray(list) || !list.includes(value), "is not in the enum"),
  const: (value, only) => when(value !== only, `is not ${String(only)}`),
  minimum: (value, least) => when(Number(value) < Number(least), `is below ${String(least)}`),
  maximum: (value, most) => when(Number(value) > Number(most), `is above ${String(most)}`),
  minLength: (value, least) => when(String(value).length < Number(least), "is too short"),
  maxLength: (value, most) => when(String(value).length > Number(most), "is too long"),
  pattern: (value, source) =>
    when(!compiled(String(source)).test(String(value)), "does not match the pattern"),
  required: (value, names) =>
    isObject(value) && Array.isArray(names)
      ? names.flatMap((name) => when(!Object.hasOwn(value, String(name)), `lacks ${String(name)}`))
      : [],
  properties: (value, properties, _, root) =>
    isObject(value) && isObject(properties)
      ? Object.entries(properties).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? inside(name, value[name], schema, root) : [],
        )
      : [],
  additionalProperties: (value, rule, { properties }, root) => {
    if (!isObject(value)) return [];
    const known = isObject(properties) ? properties : {};
    const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
    if (rule === false) return others.map((name) => `has the unknown field ${name}`);
    return others.flatMap((name) => inside(name, value[name], rule, root));
  },
  minItems: (value, least) =>
    when(Array.isArray(value) && value.length < Number(least), "has too few items"),
  maxItems: (value, most) =>
    when(Array.isArray(value) && value.length > Number(most), "has too many items"),
  items: (value, schema, _, root) =>
    Array.isArray(value) ? value.flatMap((item, i) => inside(String(i), item, schema, root)) : [],
  // Alternatives that exclude each other.
  oneOf: (value, schemas, _, root) => {
    const problems = [schemas].flat().map((schema) => problemsOf(schema, value, root));
    return when(problems.filter((list) => list.length === 0).length !== 1, "is not one of them");
  },
  anyOf: (value, schemas, _, root) => {
    const problems = [schemas].flat().map((schema) => problemsOf(schema, value, root));
    return problems.some((list) => list.length === 0) ? [] : problems.flat();
  },
  $ref: (value, ref, _, root) => {
    const names = String(ref).split("/").slice(1);
    const found = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), root);
    return problemsOf(found, value, root);
  },
};

const ANNOTATIONS = new Set([
  "description",
  "example",
  "format",
  "default",
  "contentEncoding",
  "propertyNames",
  "title",
]);

const inside = (name: string, value: unknown, schema: unknown, root: Schema) =>
  problemsOf(schema, value, root).map((problem) => `.${name}${problem}`);

/**
 * How a value violates a schema of the document `root`; empty if it is valid.
 * @throws Error for an unknown keyword, so that no rule is silently skipped
 */
export function problemsOf(schema: unknown, value: unknown, root: Schema): string[] {
  if (schema === true) return [];
  if (!isObject(schema)) return [" has no schema"];
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    const check = CHECKS[keyword];
    if (check !== undefined)
      return check(value, argument, schema, root).map((p) => ` ${p}`.replace(/^ +\./, "."));
    if (ANNOTATIONS.has(keyword)) return [];
    throw new Error(`the schema keyword ${keyword} is unknown`);
  });
}
