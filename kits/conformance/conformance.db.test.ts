import { execFile } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { createTenant } from "@/testing/tenant";

import { type Fault, FAULTS, plant } from "./faults";
import { copyKit, type Example, type Kit, KITS } from "./kits";
import { CHECKS, runChecks } from "./run";

const run = promisify(execFile);
// Inside of the checkout, so that Node finds the packages.
const OUT = path.resolve("test-results", `kits-${process.pid}`);
// While one waits for what a fault prevents, others run.
const CONCURRENT = { concurrent: true, timeout: 600_000 };
/** The gate leaves out some of the moments at which a receiver is killed. */
const EVERY = repeats(0, 100) > 0 ? 1 : 3;

let service: TestService;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  service = await startTestService();
});
afterAll(async () => {
  await service.close();
  for (const database of databases) await database.drop();
  rmSync(OUT, { recursive: true, force: true });
});

/** A copy of a kit, one of its examples, and an organisation for it. */
async function prepare(kit: Kit, example: Example, fault?: Fault) {
  const folder = path.join(OUT, [kit.name, example, fault ? FAULTS.indexOf(fault) : ""].join("-"));
  copyKit(kit, folder);
  if (fault !== undefined) plant(fault, kit, folder);
  const { orgId: org, key } = await createTenant(service);
  const command = await kit.build(folder, example);
  const databaseUrl = example === "memory" ? undefined : await createDatabase();
  return { api: service.url, org, key, databaseUrl, command };
}

async function createDatabase(): Promise<string> {
  const database = await createTestDatabase({ empty: true });
  databases.push(database);
  return database.ownerUrl;
}

async function collect(results: ReturnType<typeof runChecks>) {
  const all = [];
  for await (const result of results) all.push(result);
  return all;
}

describe.each(KITS)("the kit for $name", CONCURRENT, (kit) => {
  const testKit = test.runIf(kit.isRunnable);

  testKit("passes the conformance suite", async () => {
    const results = await collect(runChecks(await prepare(kit, "postgres"), { every: EVERY }));
    expect(results.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(results.length).toBe(CHECKS.length);
  });

  testKit("queues, lists and repeats with its store in memory", async () => {
    const results = await collect(runChecks(await prepare(kit, "memory"), { only: "listing" }));
    expect(results.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(results.length).toBe(3);
  });

  testKit("passes its own tests", async () => {
    const folder = path.join(OUT, `${kit.name}-tests`);
    copyKit(kit, folder);
    await kit.test(folder);
  });

  for (const fault of FAULTS)
    testKit(`is caught if ${fault.name}`, async () => {
      const target = await prepare(kit, "postgres", fault);
      const results = await collect(runChecks(target, { only: fault.caughtBy }));
      expect(results).toMatchObject([{ failure: expect.stringContaining("timed out") }]);
    });
});

test("the command prints what each check found", async () => {
  const [kit] = KITS;
  const { api, org, key, command } = await prepare(kit!, "memory");
  const args = ["--api", api, "--org", org, "--key", key, "--only", "second resync", "--"];
  const program = ["bin/run.mjs", "kits/conformance/main.ts"];
  const { stdout } = await run(process.execPath, [...program, ...args, ...command]);
  expect(stdout).toBe("✓ a second resync during a listing lists again\nAll checks passed\n");
});
