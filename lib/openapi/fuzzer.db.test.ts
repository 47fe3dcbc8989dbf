import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { PROBLEM_TYPES } from "@/lib/contract/errors";
import { repeats } from "@/testing/repeats";
import { startTestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

/** Schemathesis, which `npm run test:long` installs from PyPI. */
const PROGRAM = path.resolve(".data/tools/schemathesis/bin/st");
const EXAMPLES = repeats(0, 100);
// Streams last until the client leaves; what ends the caller or the filesystem would leave nothing to ask; readiness is
// that of an engine, which is not here; and the fuzzer cannot write the media type of reports.
const LEFT_OUT = "^(stream.*|deleteFilesystem|revokeApiKey|rotateApiKey|getReady|reportViolation)$";
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

if (EXAMPLES > 0 && existsSync(PROGRAM))
  test(
    "a public fuzzer finds no server error, no response against the document and no other refusal",
    {
      timeout: 7_200_000,
    },
    async () => {
      const service = await startTestService();
      const tenant = await createTenant(service);
      const fs = await createFilesystem(service, tenant);
      const file = `${fs.base}/files?path=/tickets/4711.json&parents=true`;
      await call(service, tenant.key, "PUT", file, "hello");
      const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-fuzzer-"));
      writeFileSync(
        path.join(directory, "schemathesis.toml"),
        `headers = { Authorization = "Bearer ${tenant.key}" }
[parameters]
org_id = "${tenant.orgId}"
fs_id = "${fs.id}"
[checks]
positive_data_acceptance.expected-statuses = ${JSON.stringify(ANY)}
`,
      );
      const args = ["run", `${service.url}/api/v1/openapi.json`, "--seed", "1", "--no-color"];
      const bounds = ["--max-examples", String(EXAMPLES), "--request-timeout", "20"];
      const environment = {
        ...process.env,
        SCHEMATHESIS_HOOKS: "fuzzer_checks",
        PYTHONPATH: path.resolve(import.meta.dirname),
        PROBLEM_TYPES: reasons().join(" "),
      };
      const report = await new Promise<string>((resolve) => {
        execFile(
          PROGRAM,
          [...args, ...bounds, "--exclude-operation-id-regex", LEFT_OUT],
          { cwd: directory, env: environment, maxBuffer: 2 ** 28 },
          (error, stdout, stderr) => resolve(error === null ? "" : stdout + stderr),
        );
      });
      await service.close();
      rmSync(directory, { recursive: true });
      expect(report).toBe("");
    },
  );
