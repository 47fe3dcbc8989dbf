import { z } from "zod";

import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import { ERROR_CODES, limitOf, titleOf } from "@/lib/contract/limit-codes";
import type { Operation } from "@/lib/contract/operation";
import { PROBLEM_TYPES } from "@/lib/contract/problems";

import { commonErrors, SECURITY_SCHEMES, securityOf } from "./access";
import { linksOf } from "./links";
import { exampleOf, type Json, schemaOf, type Schemas } from "./schema";

type Api = Record<string, Record<string, Operation>>;

/** The OpenAPI 3.1 document of the operations that the route handlers run. */
export function openapiDocument(api: Api, origin: string): Json {
  const schemas: Schemas = {
    Error: errorSchema(),
    ValidationError: validationSchema(),
    OauthError: oauthErrorSchema(),
  };
  const paths: Record<string, Json> = {};
  const all = Object.values(api).flatMap((operations) => Object.values(operations));
  for (const [tag, operations] of Object.entries(api)) {
    for (const op of Object.values(operations)) {
      (paths[op.path] ??= {})[op.method.toLowerCase()] = describe(op, tagOf(tag), schemas, all);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tidemark",
      version: "1",
      description: "Filesystems with signed webhooks for every change.",
    },
    servers: [{ url: origin }],
    tags: Object.keys(api).map((name) => ({ name: tagOf(name) })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      schemas: Object.fromEntries(
        Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)),
      ),
    },
  };
}

// A group's name is split into words; `apiKeys` becomes "API keys".
function tagOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words.charAt(0).toUpperCase() + words.slice(1))
    .replace(/^Api/, "API")
    .replace(/^Oauth/, "OAuth");
}

const text = (description: string, more: Json = {}) => ({
  description,
  schema: { type: "string", ...more },
});
const HEADERS = {
  "X-Request-Id": text("ID of this request; include it when you contact support."),
  RateLimit: text(
    'What remains of the tighter rate limit, as in `"default";r=599;t=42`; `"organisation"` is the one its credentials share.',
  ),
  "RateLimit-Policy": text('The rate limit, as in `"default";q=600;w=60`.'),
};

function describe(op: Operation, tag: string, schemas: Schemas, all: readonly Operation[]): Json {
  return {
    operationId: op.id,
    tags: [tag],
    summary: op.summary,
    security: securityOf(op.access),
    parameters: [
      ...parameters(op.params, "path"),
      ...parameters(op.query, "query", op.example?.query),
      ...Object.entries(op.headers ?? {}).map(([name, header]) => ({
        name,
        in: "header",
        required: false,
        ...(typeof header === "string"
          ? text(header)
          : text(header.description, { pattern: header.pattern })),
      })),
    ],
    ...requestBody(op),
    responses: {
      [op.status]: success(op, schemas, all),
      ...failures(op),
      ...further(op, schemas),
    },
  };
}

function requestBody(op: Operation): Json {
  if (op.bytes === "request")
    return bodyOf("application/octet-stream", { schema: BYTES, example: CONTENT });
  if (op.body === undefined) return {};
  const schema = schemaOf(op.body, "input");
  const type = op.oauth
    ? "application/x-www-form-urlencoded"
    : (op.mediaType ?? "application/json");
  return bodyOf(type, { schema, example: exampleOf(schema, { isRequest: true }) });
}

// `binary` is from OpenAPI 3.0; generators rely on it, and 3.1 allows it.
const BYTES = { type: "string", format: "binary" };
// The content that the examples of sizes and entity tags belong to.
const CONTENT = "hello";
const bodyOf = (type: string, content: Json) => ({
  requestBody: { required: true, content: { [type]: content } },
});

const eventStream = (schema: Json) => ({ "text/event-stream": { schema } });

function success(op: Operation, schemas: Schemas, all: readonly Operation[] = []): Json {
  const described = {
    description: "Done.",
    headers: Object.fromEntries(
      Object.keys(HEADERS)
        .filter((name) => op.rate !== "exempt" || name === "X-Request-Id")
        .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
  };
  if (op.status === 204) return described;
  if (op.events === "only")
    return { ...described, content: eventStream(schemaOf(op.result, "output", schemas)) };
  if (op.bytes === "response")
    return {
      ...described,
      content: { [op.produces ?? "application/octet-stream"]: { schema: BYTES } },
    };
  if (op.bytes === "lines")
    return { ...described, content: { "application/x-ndjson": { schema: BYTES } } };
  const schema = schemaOf(op.result, "output", schemas);
  if (op.bytes === "text") return { ...described, content: { "text/plain": { schema } } };
  const example = exampleOf(schema, { shared: schemas });
  const own =
    op.example?.result === undefined ? example : { ...Object(example), ...op.example.result };
  const json = { "application/json": { schema, example: own } };
  return {
    ...described,
    content: { ...json, ...(op.events === "also" ? eventStream({ type: "string" }) : {}) },
    ...linksOf(op, schema, all, schemas),
  };
}

function further(op: Operation, schemas: Schemas): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(op.also ?? {}).map(([status, description]) => [
      status,
      { ...(status === "304" ? {} : success(op, schemas)), description },
    ]),
  );
}

function failures(op: Operation): Record<string, Json> {
  const all = [
    ...new Set([...commonErrors(op.access), ...bodyErrors(op), ...heldErrors(op), ...op.errors]),
  ];
  // OAuth has no 422: invalid fields are an `invalid_request`.
  const codes = op.oauth ? all.filter((code) => code !== "validation_error") : all;
  return Object.fromEntries(
    [...groupByStatus(codes)].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `\`${code}\`: ${titleOf(code)}`).join("\n\n"),
        content: {
          "application/json": {
            schema: { $ref: `#/components/schemas/${errorName(op, status)}` },
            example: status === 422 ? VALIDATION_EXAMPLE : errorExample(op, list[0] ?? "internal"),
          },
        },
      },
    ]),
  );
}

const EXAMPLE_LIMIT = 1_000;
const REQUEST_ID = "req_01kb3x6v7cf2dsk8xkqz4n5w9a";
const errorName = (op: Operation, status: number) =>
  op.oauth ? "OauthError" : status === 422 ? "ValidationError" : "Error";
function errorExample(op: Operation, code: ErrorCode) {
  const own = limitOf(code);
  const limit = own === "given" ? EXAMPLE_LIMIT : own;
  const message = titleOf(code, limit ?? undefined);
  return {
    ...(op.oauth ? { error: code, error_description: message } : {}),
    detail: { code, message, request_id: REQUEST_ID, ...(limit === null ? {} : { limit }) },
  };
}
const VALIDATION_EXAMPLE = {
  detail: [{ loc: ["body", "name"], msg: "is required", type: "missing" }],
  code: "validation_error",
  request_id: REQUEST_ID,
};

const BODY_ERRORS = ["unsupported_media_type", "body_too_large", "incomplete_body"] as const;
const bodyErrors = (op: Operation): readonly ErrorCode[] =>
  op.body === undefined ? [] : [...(op.oauth ? [] : ["invalid_json" as const]), ...BODY_ERRORS];

const heldErrors = (op: Operation): readonly ErrorCode[] =>
  op.holds === undefined ? [] : ["too_many_open"];

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function parameters(
  schema: z.ZodType,
  location: "path" | "query",
  examples: Readonly<Record<string, string>> = {},
): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...exampleIn(examples[name], rest),
    schema: rest,
  }));
}

/** A parameter's own example, which is of a list of it if it can be given several times. */
const exampleIn = (given: string | undefined, { type }: Json): Json =>
  given === undefined ? {} : { example: type === "array" ? [given] : given };

const LIMIT_CODES = ERROR_CODES.filter((code) => limitOf(code) !== null)
  .map((code) => `\`${code}\``)
  .join(", ");
const detail = z.looseObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  request_id: z.string(),
  limit: z
    .number()
    .optional()
    .meta({ description: `What was exceeded; always with ${LIMIT_CODES}.` }),
});
const errorSchema = () => schemaOf(z.object({ detail }), "output");

/** OAuth's error fields beside our own (spec 2.4). */
const oauthErrorSchema = () =>
  schemaOf(z.object({ error: z.string(), error_description: z.string(), detail }), "output");

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
  return schemaOf(z.object(body), "output");
}
