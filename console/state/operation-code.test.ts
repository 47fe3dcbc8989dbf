import { expect, test } from "vitest";

import { operationCode } from "./operation-code";

const operation = {
  origin: "https://files.example.com",
  method: "POST",
  path: "/api/v1/orgs/{org_id}/keys",
  security: [{ api_key: [] }, { session: [] }],
  parameters: [{ name: "org_id", in: "path", required: true }],
  requestBody: { content: { "application/json": { example: { name: "it's" } } } },
  responses: {},
};

const put = {
  ...operation,
  method: "PUT",
  parameters: [
    { name: "path", in: "query", required: true, schema: { example: "/a b" } },
    { name: "mode", in: "query", required: false },
  ],
  requestBody: { content: { "application/octet-stream": { example: "it's" } } },
};

test("a body is quoted, and ids are variables", () => {
  expect(operationCode(operation)?.curl)
    .toBe(`curl -X POST "https://files.example.com/api/v1/orgs/$ORG_ID/keys" \\
  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"it'\\''s"}'`);
});

test("a required query parameter has the example of its schema, and contents are a text", () => {
  expect(operationCode(put)?.curl).toContain('/keys?path=/a%20b" \\');
  expect(operationCode(put)?.curl).toContain(String.raw`--data-binary 'it'\''s'`);
});

test("a parameter with an example of its own is part of a request, a list as often as it has items", () => {
  const parameters = [
    { name: "path", in: "query", required: true, example: ["/a", "/b"], schema: { example: "/c" } },
    { name: "append", in: "query", required: false, example: "true" },
    { name: "If-Match", in: "header", required: false, example: "*" },
  ];
  const code = operationCode({ ...put, parameters });
  expect(code?.curl).toContain('/keys?path=/a&path=/b&append=true" \\');
});

const shownAs = (type: string) =>
  operationCode({ ...operation, method: "GET", responses: { 200: { content: { [type]: {} } } } });

test("a stream is shown as it arrives, and an archive is saved", () => {
  expect(shownAs("text/event-stream")?.curl).toContain("curl --no-buffer");
  expect(shownAs("text/event-stream")?.JavaScript).toContain(
    "for await (const chunk of response.body)",
  );
  expect(shownAs("text/event-stream")?.Python).toContain("stream=True");
  expect(shownAs("application/zip")?.curl).toContain("curl -o archive.zip");
  expect(shownAs("application/zip")?.JavaScript).toContain(
    'writeFile("archive.zip", response.body)',
  );
  expect(shownAs("application/zip")?.Python).toContain('open("archive.zip", "wb")');
});

test("no command for what only people may do; no key for what is public", () => {
  expect(operationCode({ ...operation, security: [{ session: [] }] })).toBe(null);
  for (const code of Object.values(operationCode({ ...operation, security: [] }) ?? {}))
    expect(code).not.toContain("Authorization");
});

test("code of Python has the values of Python", () => {
  const example = { name: "it's", on: true, at: null, list: [], ids: [{ n: 1 }] };
  const body = { content: { "application/json": { example } } };
  expect(operationCode({ ...operation, requestBody: body })?.Python).toBe(`import os

import requests

response = requests.request(
    "POST",
    f"https://files.example.com/api/v1/orgs/{os.environ['ORG_ID']}/keys",
    headers={"Authorization": f"Bearer {os.environ['TIDEMARK_API_KEY']}"},
    json={
        "name": "it's",
        "on": True,
        "at": None,
        "list": [],
        "ids": [
            {
                "n": 1,
            },
        ],
    },
)
print(response.status_code, response.text)`);
  expect(operationCode(put)?.Python).toContain(`    params={
        "path": "/a b",
    },
    headers={"Authorization": f"Bearer {os.environ['TIDEMARK_API_KEY']}", "Content-Type": "application/octet-stream"},
    data="it's",`);
});

test("a form is sent as one", () => {
  const form = { "application/x-www-form-urlencoded": { example: { scope: "a b", n: 1 } } };
  const code = operationCode({ ...operation, security: [], requestBody: { content: form } });
  expect(code?.curl).toBe(`curl -X POST "https://files.example.com/api/v1/orgs/$ORG_ID/keys" \\
  --data-urlencode 'scope=a b' \\
  --data-urlencode 'n=1'`);
  expect(code?.Python).toContain(`    data={\n        "scope": "a b",\n        "n": 1,\n    },`);
});
