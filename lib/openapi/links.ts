import type { Operation } from "@/lib/contract/operation";

import type { Json, Schemas } from "./schema";

/**
 * OpenAPI links of a response that has ids, to the operations whose paths continue with one: from what creates or lists
 * a kind of resource to all that can be done with one of it.
 * @param schema of the response
 */
export function linksOf(
  op: Operation,
  schema: Json,
  all: readonly Operation[],
  schemas: Schemas,
): Json {
  const id = pointerToId(schema, schemas);
  if (id === undefined) return {};
  const above = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const links = all.flatMap((target) => {
    const [, name, more] = /^\/\{(\w+)\}(.*)$/.exec(after(op.path, target.path)) ?? [];
    if (name === undefined || more?.includes("{")) return [];
    const parameters = Object.fromEntries([
      ...above.map((known) => [known, `$request.path.${known}`]),
      [name, `$response.body#${id}`],
    ]);
    return [[target.id, { operationId: target.id, parameters }]];
  });
  return links.length === 0 ? {} : { links: Object.fromEntries(links) };
}

const after = (start: string, path: string) =>
  path.startsWith(start) ? path.slice(start.length) : "";

function pointerToId(schema: Json, schemas: Schemas): string | undefined {
  const { type, items, properties } = resolve(schema, schemas);
  if (type === "array") {
    const inside = pointerToId({ ...Object(items) }, schemas);
    return inside === undefined ? undefined : `/0${inside}`;
  }
  return Object.hasOwn(Object(properties), "id") ? "/id" : undefined;
}

function resolve(schema: Json, schemas: Schemas): Json {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? schema;
}
