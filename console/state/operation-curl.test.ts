import { expect, test } from "vitest";

import { operationCurl } from "./operation-curl";

const operation = {
  origin: "https://files.example.com",
  method: "POST",
  path: "/api/v1/orgs/{org_id}/keys",
  security: [{ api_key: [] }, { session: [] }],
  parameters: [{ name: "org_id", in: "path", required: true }],
  requestBody: { content: { "application/json": { example: { name: "it's" } } } },
};

test("a body is quoted, and ids are variables", () => {
  expect(operationCurl(operation))
    .toBe(`curl -X POST "https://files.example.com/api/v1/orgs/$ORG_ID/keys" \\
  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"it'\\''s"}'`);
});

test("a required query parameter has its example, contents come from a file", () => {
  const put = {
    ...operation,
    method: "PUT",
    parameters: [
      { name: "path", in: "query", required: true, schema: { example: "/a b" } },
      { name: "mode", in: "query", required: false },
    ],
    requestBody: { content: { "application/octet-stream": {} } },
  };
  expect(operationCurl(put)).toContain('/keys?path=/a%20b" \\');
  expect(operationCurl(put)).toContain("--data-binary @FILE");
});

test("no command for what only people may do; no key for what is public", () => {
  expect(operationCurl({ ...operation, security: [{ session: [] }] })).toBe(null);
  expect(operationCurl({ ...operation, security: [] })).not.toContain("Authorization");
});
