import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { createTenant } from "@/testing/tenant";

// A client made by a public generator from the document that the service serves: what a customer would have.
let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(path.join(os.tmpdir(), "tidemark-client-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

const run = promisify(execFile);
const STRICT = [
  "--noEmit",
  "--strict",
  "--skipLibCheck",
  "--target",
  "es2022",
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
  "--lib",
  "es2023,dom",
];

const SMOKE = (origin: string, key: string, orgId: string) => `
import { Api, ContentType } from "./client";
const api = new Api({ baseUrl: ${JSON.stringify(origin)}, baseApiParams: { headers: { authorization: "Bearer ${key}" } } });
export async function smoke() {
  const orgId = ${JSON.stringify(orgId)};
  const { data: me } = await api.api.getMe();
  const { data: fs } = await api.api.createFilesystem(orgId, { name: "generated" });
  const { data: file } = await api.api.putFile(orgId, fs.id, { path: "/hello.txt" }, "hello" as unknown as File, { type: ContentType.Text });
  const { data: page } = await api.api.listEntries(orgId, fs.id, { path: "/" });
  const refused = await api.api.statEntry(orgId, fs.id, { path: "/none" }).catch((answer) => answer.error);
  return { key: me.api_key?.org_id, size: file.size, paths: page.entries.map((entry) => entry.path), code: refused.detail.code };
}
`;

test("the generated client compiles strictly, and works", { timeout: 60_000 }, async () => {
  const { key, orgId } = await createTenant(service);
  const document = await (await fetch(`${service.url}/api/v1/openapi.json`)).json();
  const { files } = await generateApi({
    spec: document,
    httpClientType: "fetch",
    silent: true,
    output: false,
    // This generator takes a colon for the beginning of a parameter; the escaped form is the same route.
    hooks: { onPreBuildRoutePath: (route) => route.replaceAll(":", "%3A") },
  });
  writeFileSync(path.join(folder, "client.ts"), files[0]!.fileContent);
  writeFileSync(path.join(folder, "smoke.ts"), SMOKE(service.url, key, orgId));
  const tsc = path.resolve("node_modules/.bin/tsc");
  const { stdout } = await run(tsc, [...STRICT, path.join(folder, "smoke.ts")], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
  const { smoke } = await import(pathToFileURL(path.join(folder, "smoke.ts")).href);
  expect(await smoke()).toEqual({
    key: orgId,
    size: 5,
    paths: ["/hello.txt"],
    code: "path_not_found",
  });
});
