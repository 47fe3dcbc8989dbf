import { request as httpRequest } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { newToken } from "@/lib/auth/token";
import { LIMITS } from "@/lib/contract/limits";
import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let stranger: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let readOnly: { keyId: string; key: string };
let ungranted: { keyId: string; key: string };

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  stranger = await createTenant(service);
  fs = await createFilesystem(service, tenant);
  readOnly = await createKey(service.services.db, tenant.orgId, []);
  ungranted = await createKey(service.services.db, tenant.orgId, []);
  const grant = { api_key_id: readOnly.keyId, mode: "ro" };
  expect((await call(service, tenant.key, "PUT", `${fs.base}/grants`, grant)).status).toBe(200);
});
afterAll(() => service.close());

const codeOf = ({ body }: { body: { detail: unknown; code?: string } }) =>
  body.code ?? (body.detail as { code: string }).code;
const problems = ({ body }: { body: { detail: { loc: string[]; type: string }[] } }) =>
  body.detail.map(({ loc, type }) => [loc.join("."), type]);

describe("who may call", () => {
  const cases: [string, () => [string | null, string, string], number, string][] = [
    ["no credential", () => [null, "GET", fs.base], 401, "unauthenticated"],
    ["garbage", () => ["nonsense", "GET", fs.base], 401, "unauthenticated"],
    [
      "a well-formed key no one has",
      () => [newToken("tmk_"), "GET", fs.base],
      401,
      "unauthenticated",
    ],
    ["another organisation's key", () => [stranger.key, "GET", fs.base], 404, "not_found"],
    [
      "its own organisation in the path, a foreign filesystem",
      () => [stranger.key, "GET", `/api/v1/orgs/${stranger.orgId}/filesystems/${fs.id}`],
      404,
      "not_found",
    ],
    [
      "an unknown filesystem",
      () => [tenant.key, "GET", fs.base.replace(fs.id, newId("fs"))],
      404,
      "not_found",
    ],
    [
      "a malformed id",
      () => [tenant.key, "GET", fs.base.replace(fs.id, "fs_%00")],
      404,
      "not_found",
    ],
    ["a key without grant", () => [ungranted.key, "GET", fs.base], 403, "no_grant"],
    [
      "a read-only key that writes",
      () => [readOnly.key, "POST", `${fs.base}/webhooks`],
      403,
      "no_grant",
    ],
    [
      "a key without filesystems:create",
      () => [ungranted.key, "POST", `/api/v1/orgs/${tenant.orgId}/filesystems`],
      403,
      "forbidden",
    ],
    [
      "a key without grants:write",
      () => [readOnly.key, "PUT", `${fs.base}/grants`],
      403,
      "no_grant",
    ],
    [
      "an unknown webhook",
      () => [tenant.key, "GET", `${fs.base}/webhooks/${newId("wh")}`],
      404,
      "not_found",
    ],
    ["an unknown route", () => [tenant.key, "GET", "/api/v1/nothing"], 404, "not_found"],
    [
      "a wrong method",
      () => [tenant.key, "PATCH", `${fs.base}/webhooks`],
      405,
      "method_not_allowed",
    ],
    [
      "a URL that is too long",
      () => [tenant.key, "GET", `${fs.base}/archive?path=/${"a".repeat(LIMITS.headBytes)}`],
      431,
      "headers_too_large",
    ],
  ];
  test.each(cases)("%s", async (_, request, status, code) => {
    const response = await call(service, ...request());
    expect([response.status, codeOf(response)]).toEqual([status, code]);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    if (status === 431)
      expect(response.body).toMatchObject({ detail: { limit: LIMITS.headBytes } });
    if (status === 401) expect(response.headers.get("www-authenticate")).toBe("Bearer");
    if (status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
  });
});

describe("bodies and queries", () => {
  const json = { "content-type": "application/json" };
  const cases: [
    string,
    string | Uint8Array<ArrayBuffer>,
    Record<string, string>,
    number,
    string,
  ][] = [
    ["invalid JSON", '{"url":', json, 400, "invalid_json"],
    ["JSON that is not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), json, 400, "invalid_json"],
    ["no content type", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["more than 64 KiB", `"${"x".repeat(64 * 1024)}"`, json, 413, "body_too_large"],
  ];
  test.each(cases)("%s", async (_, body, headers, status, code) => {
    const response = await call(service, tenant.key, "POST", `${fs.base}/webhooks`, body, headers);
    expect([response.status, codeOf(response)]).toEqual([status, code]);
  });

  const bodies: [string, object, [string, string][]][] = [
    ["nothing", {}, [["body.url", "missing"]]],
    [
      "wrong types",
      { url: 7, path_prefix: [] },
      [
        ["body.url", "string_type"],
        ["body.path_prefix", "string_type"],
      ],
    ],
    [
      "an unknown field",
      { url: "https://customer.example/", extra: 1 },
      [["body.extra", "extra_forbidden"]],
    ],
    [
      "a prefix of 5,000 bytes",
      { url: "https://customer.example/", path_prefix: `/${"x/".repeat(2_500)}` },
      [["body.path_prefix", "path_too_long"]],
    ],
    [
      "an empty prefix",
      { url: "https://customer.example/", path_prefix: "" },
      [["body.path_prefix", "path_not_absolute"]],
    ],
    [
      "a prefix with dots",
      { url: "https://customer.example/", path_prefix: "/a/../b" },
      [["body.path_prefix", "path_segment"]],
    ],
    [
      "a lone surrogate",
      { url: "https://customer.example/", path_prefix: "/\ud800" },
      [["body.path_prefix", "path_encoding"]],
    ],
    ["http", { url: "http://customer.example/" }, [["body.url", "url_scheme"]]],
    ["another port", { url: "https://customer.example:8443/" }, [["body.url", "url_port"]]],
    ["a user name", { url: "https://me@customer.example/" }, [["body.url", "url_userinfo"]]],
    ["a private address", { url: "https://10.0.0.1/" }, [["body.url", "url_private_address"]]],
    ["loopback in disguise", { url: "https://2130706433/" }, [["body.url", "url_private_address"]]],
    ["a local name", { url: "https://printer.local/" }, [["body.url", "url_host"]]],
    ["no URL at all", { url: "nonsense" }, [["body.url", "url_invalid"]]],
  ];
  test.each(bodies)("webhook with %s", async (_, body, expected) => {
    const response = await call(service, tenant.key, "POST", `${fs.base}/webhooks`, body);
    expect([response.status, problems(response)]).toEqual([422, expected]);
    expect(JSON.stringify(response.body)).not.toContain("customer.example");
  });

  const queries: [string, string, [string, string][]][] = [
    ["a cursor that is no number", "changes?cursor=abc", [["query.cursor", "cursor_format"]]],
    ["a limit that is no number", "changes?limit=x", [["query.limit", "integer_type"]]],
    ["a limit of 0", "changes?limit=0", [["query.limit", "too_small"]]],
    ["a limit of 1001", "webhooks?limit=1001", [["query.limit", "too_big"]]],
    ["an unknown parameter", "changes?nonsense=1", [["query.nonsense", "extra_forbidden"]]],
    [
      "bytes that are not UTF-8",
      "changes?path_prefix=/%ff",
      [["query.path_prefix", "path_encoding"]],
    ],
    ["a missing path", "files:stat", [["query.path", "missing"]]],
  ];
  test.each(queries)("%s", async (_, query, expected) => {
    const response = await call(service, tenant.key, "GET", `${fs.base}/${query}`);
    expect([response.status, problems(response)]).toEqual([422, expected]);
  });
});

const rename = (name: string) => call(service, tenant.key, "PATCH", fs.base, { name });

test("a name is stored without the spaces around it; a blank or ambiguous one is refused", async () => {
  expect((await rename("  two words ")).body.name).toBe("two words");
  for (const [name, type] of [
    [" ", "too_small"],
    ["a\u2028b", "path_encoding"],
    ["invoice\u202efdp", "path_encoding"],
  ] as const) {
    const response = await rename(name);
    expect([response.status, problems(response)]).toEqual([422, [["body.name", type]]]);
  }
});

test("a cursor beyond the head is expired and names the head", async () => {
  const response = await call(service, tenant.key, "GET", `${fs.base}/changes?cursor=999`);
  expect(response.status).toBe(410);
  expect(response.body.detail).toMatchObject({ code: "cursor_expired", cursor: "0" });
});

test("a sixth webhook is refused, also when six are made at once", async () => {
  const own = await createTenant(service);
  const { base } = await createFilesystem(service, own);
  const create = () =>
    call(service, own.key, "POST", `${base}/webhooks`, { url: "https://1.1.1.1/hook" });
  const responses = await Promise.all(Array.from({ length: 6 }, create));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 201, 201, 409,
  ]);
  const [first] = responses.filter(({ status }) => status === 201);
  expect(
    (await call(service, own.key, "DELETE", `${base}/webhooks/${first?.body.id}`)).status,
  ).toBe(204);
  expect((await create()).status).toBe(201);
});

test("a list continues by its Link header", async () => {
  const own = await createTenant(service);
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await createFilesystem(service, own)).id);
  const first = await call(
    service,
    own.key,
    "GET",
    `/api/v1/orgs/${own.orgId}/filesystems?limit=2`,
  );
  expect(first.body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  const [, next = ""] = /^<(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "") ?? [];
  const second = await call(service, own.key, "GET", new URL(next).pathname + new URL(next).search);
  expect(second.body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  expect(second.headers.get("link")).toBeNull();
});

test("a request that is not HTTP as we speak it does not end the server", async () => {
  const port = Number(new URL(service.url).port);
  await new Promise<void>((resolve) => {
    const raw = httpRequest({
      port,
      method: "POST",
      path: `${fs.base}/webhooks`,
      headers: {
        authorization: `Bearer ${tenant.key}`,
        "content-type": "application/json",
        "content-length": "100",
      },
    });
    raw.on("error", () => resolve());
    raw.on("close", () => resolve());
    raw.write("{");
    setImmediate(() => raw.destroy());
  });
  expect((await call(service, null, "GET", "/api/v1/health")).status).toBe(200);
});
