import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import { ERRORS } from "@/lib/contract/errors";
import { problemsOf } from "@/testing/fuzz/schema";

import { openapiDocument } from "./document";

type Media = { schema: Record<string, unknown>; example?: unknown };
type ResponseObject = { description: string; content?: Record<string, Media> };
type Described = {
  operationId: string;
  summary: string;
  parameters: { name: string; schema: Record<string, unknown> }[];
  security: Record<string, unknown>[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, ResponseObject>;
};

const document = openapiDocument(api, "https://files.example.com");
const operations = Object.values(
  document["paths"] as Record<string, Record<string, Described>>,
).flatMap((methods) => Object.values(methods));

test("a public validator accepts the document as OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  const broken = { ...structuredClone(document), info: { title: "Tidemark" } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test("every example is what its schema says", () => {
  for (const { operationId, requestBody, responses } of operations) {
    const parts = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {});
    for (const { schema, example } of parts.flatMap((content) => Object.values(content))) {
      if (example === undefined) continue;
      const problems = problemsOf(schema, example, document);
      expect({ operationId, example, problems }).toMatchObject({ problems: [] });
    }
  }
});

/** The values in an example that are no objects, each with where it is. */
function leavesOf(value: unknown, at: string): { at: string; value: unknown }[] {
  if (typeof value !== "object" || value === null) return [{ at, value }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${at}.${name}`));
}

const examplesOf = ({ operationId, requestBody, responses }: Described) =>
  [requestBody, ...Object.values(responses)]
    .flatMap((part) => Object.values(part?.content ?? {}))
    .flatMap(({ example }) => leavesOf(example, operationId));

test("no example has a value that only fills a place", () => {
  const fillers = new Set<unknown>(["text", "string", "…", "null"]);
  const filled = operations
    .flatMap(examplesOf)
    .filter(({ at, value }) => fillers.has(value) || (value === undefined && at.includes(".")));
  expect(filled).toEqual([]);
});

const exampleOf = (id: string, status: string) =>
  operations.find(({ operationId }) => operationId === id)?.responses[status]?.content?.[
    "application/json"
  ]?.example;

test("an example is possible: what belongs to another type or state is not in it", () => {
  expect(Object.keys(Object(exampleOf("putFile", "201")))).toEqual([
    "path",
    "type",
    "size",
    "etag",
    "modified_at",
  ]);
  const file = { type: "file", link_target: null, special: null, device: 0, nlink: 1 };
  expect(exampleOf("statEntry", "200")).toMatchObject(file);
  expect(exampleOf("makeDirectory", "201")).toMatchObject({ type: "directory", size: 0 });
  expect(exampleOf("pauseWebhook", "200")).toMatchObject({ state: "paused" });
  expect(exampleOf("getMe", "200")).toMatchObject({ id: null, api_key: { name: "backend" } });
  expect(exampleOf("listDeliveries", "200")).toMatchObject([
    { status: "delivered", next_attempt_at: null, attempts: [{ outcome: "delivered" }] },
  ]);
});

test("an example of a request can be sent, with nothing optional that has no example of its own", () => {
  for (const { id, body } of Object.values(api).flatMap((group) => Object.values(group))) {
    const content = operations.find(({ operationId }) => operationId === id)?.requestBody?.content;
    const example = Object.values(content ?? {})[0]?.example;
    if (example === undefined || body === undefined) continue;
    expect({ id, ...body.safeParse(example) }).toMatchObject({ success: true });
    expect(JSON.stringify(example)).not.toMatch(/if_match|parents/);
  }
  const move = operations.find(({ operationId }) => operationId === "moveEntry");
  expect(move?.requestBody?.content["application/json"]?.example).toEqual({
    from: "/tickets/4711.json",
    to: "/tickets/4711-closed.json",
  });
});

test("every JSON body and answer has an example", () => {
  const lacking = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)]
      .map((part) => part?.content?.["application/json"])
      .filter((media) => media !== undefined && media.example === undefined)
      .map(() => operationId),
  );
  expect(lacking).toEqual([]);
});

test("every operation has a tag, a summary and its refusals, and every code stands somewhere", () => {
  const reported = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ description }) =>
      [...description.matchAll(/`(\w+)`:/g)].map(([, code = ""]) => code),
    ),
  );
  expect(operations.filter(({ summary }) => summary === "")).toEqual([]);
  // Codes of what is no operation at all; the last two are of signing in, below /api/auth.
  const others = [
    "malformed_request",
    "method_not_allowed",
    "account_disabled",
    "second_factor_code_required",
  ];
  expect(
    Object.keys(ERRORS).filter((code) => !reported.includes(code) && !others.includes(code)),
  ).toEqual([]);
});

test("what backends call comes first, people and the service itself come last", () => {
  const names = (document["tags"] as { name: string }[]).map(({ name }) => name);
  const first = ["Filesystems", "Entries", "Trash", "Changes", "Webhooks", "Deliveries"];
  expect(names.slice(0, first.length)).toEqual(first);
  const order = ["Mounts", "API keys", "Members", "Account", "Service", "Support"];
  expect(names.filter((name) => order.includes(name))).toEqual(order);
});

test("the example of a limit names it", () => {
  const full = operations.find((op) => op.operationId === "createFilesystem")?.responses["409"];
  expect(JSON.stringify(full)).toContain('"limit":1000');
  expect(JSON.stringify(full?.content)).not.toContain("{limit}");
});

const securityOf = (id: string) => operations.find((op) => op.operationId === id)?.security;

test("an operation says which scope a key or a login needs", () => {
  const session = { session: [] };
  expect(securityOf("listWebhooks")).toEqual([
    { api_key: ["webhooks"] },
    { login: ["webhooks"] },
    session,
  ]);
  expect(securityOf("setGrant")).toEqual([{ api_key: [] }, { login: ["keys"] }, session]);
  expect(securityOf("getMe")).toEqual([{ api_key: [] }, { login: [] }, session]);
});

test("what is checked of a text is in the document, so that a client can check it before it asks", () => {
  const stat = operations.find(({ operationId }) => operationId === "statEntry");
  const node = stat?.parameters.find(({ name }) => name === "node_id");
  expect(node?.schema["pattern"]).toBe(String.raw`^[1-9]\d{0,17}$`);
});
