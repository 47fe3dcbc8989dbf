import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";
import { PROBLEM_TYPES } from "@/lib/contract/problems";
import { createResolver } from "@/lib/net/resolve";
import { startDnsServer } from "@/testing/dns";
import { repeats } from "@/testing/repeats";
import { startTestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join } from "@/testing/user";

/** Schemathesis, which `npm run test:long` installs from PyPI. */
const PROGRAM = path.resolve(".data/tools/schemathesis/bin/st");
// Random requests per operation, besides some 50 that its schemas suggest. Texts of our patterns take long to make.
const EXAMPLES = repeats(0, 20);
// What ends the caller, the organisation or the filesystem would leave nothing to ask; readiness is that of an engine,
// which is not here; and the fuzzer cannot write the media type of reports.
const LEFT_OUT = [
  "changePassword",
  "deleteAccount",
  "deleteFilesystem",
  "deleteOrganisation",
  "endSession",
  "getReady",
  "reportCspViolation",
  "requireSecondFactor",
  "revokeApiKey",
  "rotateApiKey",
];
const OPERATIONS = Object.values<Record<string, Operation>>(api).flatMap(Object.values<Operation>);
// A status that a refusal may have; refused_by_a_rule judges 422, and one of the server is a failure of its own.
const ANY = ["2xx", "3xx", "4xx"];

/** The reasons that spec 2.10 lists. */
function reasons(): string[] {
  const [, rule = ""] =
    /### 2\.10 .*?\n(.*)/s.exec(readFileSync("docs/spec/2-errors.md", "utf8")) ?? [];
  const listed = [...rule.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  return PROBLEM_TYPES.filter((type) => listed.includes(type));
}

test("the rules that a schema cannot state are problems of the API", () => {
  expect(reasons()).toContain("page_token");
  expect(reasons()).not.toContain("string_type");
});

test("what is left out exists", () => {
  const ids = OPERATIONS.map(({ id }) => id);
  expect(LEFT_OUT.filter((id) => !ids.includes(id))).toEqual([]);
});

/** A service with a filesystem, and the credentials of those who call it. */
async function startService() {
  // With https the session's cookie has the name that the document says.
  const service = await startTestService({ env: { APP_URL: "https://files.example.com" } });
  // Names that are made up are asked of no name server outside.
  const nameServer = await startDnsServer((name) =>
    name.endsWith(".example.com") ? { addresses: ["1.1.1.1"] } : "nxdomain",
  );
  const servers = [nameServer.address];
  service.services.resolver = createResolver({ servers, budgetMs: 5_000, cacheMs: 3_000 });
  const tenant = await createTenant(service);
  const user = await createTestUser(service, true);
  await join(service, tenant.orgId, user.id, "owner");
  // The only owner cannot leave: requests that remove or demote the caller are refused.
  const others = { org_id: tenant.orgId, user_id: { not: user.id } };
  await service.services.db.member.deleteMany({ where: others });
  const fs = await createFilesystem(service, tenant);
  const file = `${fs.base}/files?path=/tickets/4711.json&parents=true`;
  await call(service, tenant.key, "PUT", file, "hello");
  const callers = {
    "an API key": `[auth.openapi.api_key]\nbearer = "${tenant.key}"`,
    "a signed-in owner": `[auth.openapi.session]\napi_key = "${user.cookie.replace(/^.*?=/, "")}"`,
  };
  const close = () => Promise.all([service.close(), nameServer.close()]);
  return { url: service.url, orgId: tenant.orgId, fsId: fs.id, callers, close };
}

/** Runs the fuzzer; what it reports unless it found nothing. */
function fuzz(url: string, configuration: string): Promise<string> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-fuzzer-"));
  writeFileSync(path.join(directory, "schemathesis.toml"), configuration);
  // Streams last until the client leaves.
  const streams = OPERATIONS.filter(({ events }) => events === "only").map(({ id }) => id);
  const leftOut = `^(${[...LEFT_OUT, ...streams].join("|")})$`;
  const bounds = ["--max-examples", String(EXAMPLES), "--request-timeout", "20", "--seed", "1"];
  const filter = ["--exclude-operation-id-regex", leftOut, "--no-color"];
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: "fuzzer_checks",
    PYTHONPATH: path.resolve(import.meta.dirname),
    PROBLEM_TYPES: reasons().join(" "),
  };
  return new Promise((resolve) => {
    execFile(
      PROGRAM,
      ["run", `${url}/api/v1/openapi.json`, "--url", url, ...bounds, ...filter],
      { cwd: directory, env, maxBuffer: 2 ** 28, timeout: 3_500_000 },
      (error, stdout, stderr) => {
        rmSync(directory, { recursive: true });
        resolve(error === null ? "" : `${stdout}${stderr}${error.message}`);
      },
    );
  });
}

if (EXAMPLES > 0 && existsSync(PROGRAM))
  test.each(["an API key", "a signed-in owner"] as const)(
    "a public fuzzer with %s finds no server error, no response against the document and no other refusal",
    { timeout: 3_600_000 },
    async (caller) => {
      const { url, orgId, fsId, callers, close } = await startService();
      const configuration = `headers = { Sec-Fetch-Site = "same-origin" }
[generation]
with-security-parameters = false
${callers[caller]}
[parameters]
org_id = "${orgId}"
fs_id = "${fsId}"
[checks]
positive_data_acceptance.expected-statuses = ${JSON.stringify(ANY)}
`;
      const report = await fuzz(url, configuration);
      await close();
      expect(report).toBe("");
    },
  );
