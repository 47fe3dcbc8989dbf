import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { apiReference, type DocumentedOperation } from "@/components/docs/operations";
import { type OperationCode, operationCode } from "@/console/state/operation-code";
import { drain } from "@/lib/delivery/drain";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

// What a reader gets who pastes the code of the reference and fills in the API key and the ids, on a filesystem that has
// nothing but /tickets/4711.json.
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
const folder = mkdtempSync(path.join(os.tmpdir(), "tidemark-code-"));
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

type Ids = Record<string, string>;

const put = (base: string, file: string) =>
  call(service, tenant.key, "PUT", `${base}/files?parents=true&path=${file}`, "hello");

/** A filesystem with the file, and the ids of what is in it. */
async function newFilesystem() {
  const { id, base } = await createFilesystem(service, tenant);
  const { body } = await put(base, "/tickets/4711.json");
  return { base, ids: { ORG_ID: tenant.orgId, FS_ID: id, ETAG: body.etag.replaceAll('"', "") } };
}

/** The ids of a webhook of it and of a message that was sent. */
async function webhook(base: string): Promise<Ids> {
  const inbox = (await call(service, tenant.key, "POST", `${base}/test-inbox`)).body.id;
  await drain(service.services, inbox);
  const log = await call(service, tenant.key, "GET", `${base}/webhooks/${inbox}/deliveries`);
  return { WEBHOOK_ID: inbox, MSG_ID: log.body[0].id };
}

async function listener(base: string): Promise<Ids> {
  const machine = { machine: "ada-laptop" };
  const { body } = await call(service, tenant.key, "POST", `${base}/listeners`, machine);
  return { WEBHOOK_ID: body.id };
}

/** What a program prints and how it ends; one that never does is stopped once it has printed an event. */
async function outputOf(program: string, args: readonly string[], ids: Ids) {
  const env = { ...process.env, ...ids, TIDEMARK_API_KEY: tenant.key };
  const child = spawn(program, args, { cwd: folder, env });
  let shown = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      shown += String(chunk);
      if (shown.includes("event:")) child.kill();
    });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return `${shown.includes("event:") ? 0 : String(code)} ${shown}`;
}

async function expectCurl(id: string, { curl }: OperationCode, ids: Ids) {
  const command = curl.replace("curl", "exec curl --fail-with-body -sS");
  const shown = await outputOf("sh", ["-ec", command], ids);
  expect({ id, shown }).toMatchObject({ shown: expect.stringMatching(/^0 /) });
}

async function expectJavaScript(id: string, { JavaScript }: OperationCode, ids: Ids) {
  const options = ["--input-type=module", "-e", JavaScript];
  const shown = await outputOf(process.execPath, options, ids);
  expect({ id, shown }).toMatchObject({ shown: expect.stringMatching(/^0 20\d\b/) });
}

const all = () => apiReference().groups.flatMap(({ operations }) => operations);
const codeOf = (operation: DocumentedOperation) =>
  operationCode({ ...operation, origin: service.url });

test("the code of everything that only reads works as it stands", { timeout: 60_000 }, async () => {
  const { base, ids } = await newFilesystem();
  const others = { ...ids, ...(await webhook(base)) };
  const run: string[] = [];
  for (const operation of all().filter(({ method }) => method === "GET")) {
    const { operationId } = operation;
    const code = codeOf(operation);
    // Nothing answers for the queue here.
    if (code === null || operationId === "getReady") continue;
    const own = operationId === "streamListener" ? await listener(base) : {};
    await expectCurl(operationId, code, { ...others, ...own });
    // One for each way to show a response: starting Node takes long.
    const shows = ["statEntry", "readArchive", "streamDeliveries"].includes(operationId);
    if (shows) await expectJavaScript(operationId, code, { ...others, ...own });
    run.push(...(shows ? [operationId] : []));
  }
  expect(run).toHaveLength(3);
});

test("the code of everything that changes files works too", { timeout: 60_000 }, async () => {
  const { operations = [] } = apiReference().groups.find(({ tag }) => tag === "Entries") ?? {};
  const changing = operations.filter(({ method }) => method !== "GET");
  expect(changing.length).toBeGreaterThan(8);
  for (const operation of changing) {
    const code = codeOf(operation);
    if (code !== null) await expectCurl(operation.operationId, code, (await newFilesystem()).ids);
  }
});
