import { z } from "zod";

import { ERRORS, type ErrorCode, PROBLEM_TYPES } from "./errors";
import { commonErrors, SECURITY_SCHEMES, securityOf } from "./openapi-access";
import type { Operation } from "./operation";

type Json = Record<string, unknown>;
type Api = Record<string, Record<string, Operation>>;

/** The OpenAPI 3.1 document of the operations, the same objects that the route handlers run. */
export function openapiDocument(api: Api, origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const operations of Object.values(api)) {
    for (const op of Object.values(operations)) {
      (paths[op.path] ??= {})[op.method.toLowerCase()] = describe(op);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tidemark",
      version: "1",
      description: "Filesystems, and signed webhooks of every change.",
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: errorSchema(), ValidationError: validationSchema() },
    },
  };
}

function describe(op: Operation): Json {
  return {
    operationId: op.id,
    summary: op.summary,
    security: securityOf(op.access),
    parameters: [...parameters(op.params, "path"), ...parameters(op.query, "query")],
    ...requestBody(op),
    responses: { [op.status]: success(op), ...further(op), ...failures(op) },
  };
}

function requestBody(op: Operation): Json {
  if (op.bytes === "request") {
    return { requestBody: { required: true, content: { "application/octet-stream": {} } } };
  }
  if (op.body === undefined) return {};
  const schema = toSchema(op.body, "input");
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function success(op: Operation): Json {
  if (op.bytes === "response")
    return { description: "The bytes.", content: { "application/octet-stream": {} } };
  if (op.status === 204) return { description: "Done." };
  return {
    description: "Done.",
    content: { "application/json": { schema: toSchema(op.result, "output") } },
  };
}

function further(op: Operation): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(op.also ?? {}).map(([status, description]) => [
      status,
      { ...(status === "304" ? {} : success(op)), description },
    ]),
  );
}

function failures(op: Operation): Record<string, Json> {
  const codes = [...new Set([...commonErrors(op.access), ...bodyErrors(op), ...op.errors])];
  const byStatus = groupByStatus(codes);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("\n\n"),
        content: {
          "application/json": {
            schema: {
              $ref: `#/components/schemas/${status === 422 ? "ValidationError" : "Error"}`,
            },
          },
        },
      },
    ]),
  );
}

const bodyErrors = (op: Operation): readonly ErrorCode[] =>
  op.body === undefined ? [] : ["invalid_json", "unsupported_media_type", "body_too_large"];

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function parameters(schema: z.ZodType, place: "path" | "query"): Json[] {
  const { properties = {}, required = [] } = toSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function toSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}

function errorSchema(): Json {
  return toSchema(
    z.object({
      detail: z.looseObject({
        code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
        message: z.string(),
        request_id: z.string(),
      }),
    }),
    "output",
  );
}

function validationSchema(): Json {
  const problem = z.object({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.enum(PROBLEM_TYPES),
  });
  const body = {
    detail: z.array(problem),
    code: z.literal("validation_error"),
    request_id: z.string(),
  };
  return toSchema(z.object(body), "output");
}
