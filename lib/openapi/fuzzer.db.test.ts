import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { repeats } from "@/testing/repeats";
import { startTestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

/** Schemathesis, which `npm run test:long` installs from PyPI. */
const PROGRAM = path.resolve(import.meta.dirname, "../../.data/tools/schemathesis/bin/st");
const EXAMPLES = repeats(0, 100);
const DEADLINE = { timeout: 3_600_000 };
// Responses that last until the client leaves, and what would end the caller or the filesystem of all other requests.
const LEFT_OUT = "^(stream.*|deleteFilesystem|revokeApiKey|rotateApiKey)$";
// Refusals of a request that is right by its schema: the state of things, and rules of spec 2.8.
const REFUSALS = ["2xx", "401", "403", "404", "409", "410", "412", "428"];

const quoted = JSON.stringify;

function settings(ids: Record<string, string>, key: string): string {
  return `
headers = { Authorization = ${quoted(`Bearer ${key}`)} }
[parameters]
${Object.entries(ids)
  .map(([name, id]) => `${name} = ${quoted(id)}`)
  .join("\n")}
[checks]
positive_data_acceptance.expected-statuses = ${quoted(REFUSALS)}
`;
}

if (EXAMPLES > 0 && existsSync(PROGRAM))
  test(
    "a public fuzzer finds no server error, no response against the document and no unexpected refusal",
    DEADLINE,
    async () => {
      const service = await startTestService();
      const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-fuzzer-"));
      const tenant = await createTenant(service);
      const { id: fsId, base } = await createFilesystem(service, tenant);
      await call(service, tenant.key, "PUT", `${base}/files?path=/tickets/4711.json&parents=true`, "hello");
      const config = path.join(directory, "schemathesis.toml");
      writeFileSync(config, settings({ org_id: tenant.orgId, fs_id: fsId }, tenant.key));
      const run = ["--config-file", config, "run", `${service.url}/api/v1/openapi.json`];
      const bounds = ["--max-examples", String(EXAMPLES), "--seed", "1", "--request-timeout", "20"];
      const output = await new Promise<string>((resolve) => {
        const args = [...run, ...bounds, "--exclude-operation-id-regex", LEFT_OUT, "--no-color"];
        execFile(PROGRAM, args, { cwd: directory, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
          resolve(error === null ? "" : stdout + stderr),
        );
      });
      await service.close();
      rmSync(directory, { recursive: true });
      expect(output).toBe("");
    },
  );
