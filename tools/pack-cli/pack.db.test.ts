import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startProgram } from "@/testing/packed-cli";
import { startTestService, type TestService } from "@/testing/service";
import { createTenant } from "@/testing/tenant";

import { buildCliPackage } from "./build";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  folder = mkdtempSync(path.join(os.tmpdir(), "tidemark-pack-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

const npm = (cwd: string, ...args: string[]) =>
  execFileSync("npm", args, { cwd, encoding: "utf8" });

test(
  "the package installs into an empty directory without a registry, and runs there",
  { timeout: 300_000 },
  async () => {
    const built = path.join(folder, "package");
    await buildCliPackage(process.cwd(), built);
    const tarball = npm(built, "pack", "--silent", "--pack-destination", folder).trim();
    const project = path.join(folder, "project");
    mkdirSync(project);
    writeFileSync(path.join(project, "package.json"), "{}");
    // koffi is optional: without a registry it is left out.
    const quiet = ["--no-audit", "--no-fund"];
    npm(project, "install", "--offline", "--omit=optional", ...quiet, path.join(folder, tarball));
    expect(
      readdirSync(path.join(project, "node_modules")).filter((name) => !name.startsWith(".")),
    ).toEqual(["tidemark"]);

    const program = path.join(project, "node_modules/.bin/tidemark");
    const env = { TIDEMARK_API_URL: service.url, TIDEMARK_API_KEY: tenant.key };
    const run = (...args: string[]) => startProgram([program, ...args], env, project).ended;
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(await run("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect((await run("--help")).out).toContain("sync SOURCE TARGET");
    const { id } = JSON.parse((await run("fs", "create", "packed", "--json")).out);
    writeFileSync(path.join(project, "hello.txt"), "hello");
    expect((await run("cp", "hello.txt", `${id}:/`)).out).toBe("1 copied (5 B)\n");
    expect((await run("cat", `${id}:/hello.txt`)).out).toBe("hello");
    const mount = await run("mount", id, "there");
    expect([mount.code, mount.err]).toEqual([2, expect.stringMatching(/koffi|Linux/)]);
  },
);

test("it has the command line and nothing of the server", async () => {
  const built = path.join(folder, "contents");
  const { inputs } = await buildCliPackage(process.cwd(), built);
  const own = Object.keys(inputs).filter((file) => !file.includes("node_modules/"));
  const allowed =
    /^(cli|kits\/typescript|lib\/(api-client|contract))\/|^lib\/usage-error\.ts$|^package\.json$/;
  expect(own.filter((file) => !allowed.test(file))).toEqual([]);
  const packages = Object.keys(inputs).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  expect([...new Set(packages)].toSorted()).toEqual([
    "@modelcontextprotocol/sdk",
    "ajv",
    "ajv-formats",
    "fast-deep-equal",
    "fast-uri",
    "json-schema-traverse",
    "zod",
    "zod-to-json-schema",
  ]);
  const text = readdirSync(built)
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(path.join(built, name), "utf8"))
    .join("\n");
  expect(text).not.toContain(process.cwd());
  expect(text).not.toContain("@aws-sdk");
});
