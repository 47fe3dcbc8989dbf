import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, chmodSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ensureCertificate } from "@/examples/receiver/certificate";
import { serviceSettings } from "@/examples/receiver/instructions";
import { builtProgram } from "@/lib/server/launch/build-programs";
import { findPostgres } from "@/lib/server/launch/embedded-postgres";
import { freePort } from "@/lib/server/launch/free-port";
import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { NO_LIMITS } from "@/testing/no-limits";
import { children } from "@/testing/programs/processes";
import { makeAccount } from "@/testing/programs/service";
import { repeats } from "@/testing/repeats";
import { call } from "@/testing/tenant";
import { runDemo } from "@/tools/demo/run";

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-system-"));
const dataDir = path.join(directory, "data");
let service: ChildProcess;
let api: { url: string };
let account: { key: string; org: string };
let receiverPort: number;
let endpoint: Endpoint;
let heldMs = 0;
let output = "";

beforeAll(async () => {
  chmodSync(directory, 0o711);
  const { caFile } = await ensureCertificate(path.join(directory, "certificates"), "receiver.test");
  receiverPort = await freePort();
  const ca = await createAuthority();
  endpoint = await startEndpoint({
    certificate: await ca.issue(["held.test"]),
    respond: () => ({ status: 200, afterMs: heldMs }),
  });
  const bundle = path.join(directory, "ca.pem");
  writeFileSync(bundle, `${readFileSync(caFile, "utf8")}\n${ca.ca}`);
  const port = await freePort();
  const settings = serviceSettings("receiver.test", receiverPort, bundle);
  service = spawn(process.execPath, ["bin/start.mjs"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...settings,
      WEBHOOK_CONNECT_TO: `${settings["WEBHOOK_CONNECT_TO"]},held.test:443=127.0.0.1:${endpoint.port}`,
      PORT: String(port),
      APP_URL: "",
      DATABASE_URL: "",
      INNGEST_BASE_URL: "",
      TIDEMARK_DATA_DIR: dataDir,
      ...NO_LIMITS,
    },
  });
  for (const stream of [service.stdout, service.stderr])
    stream?.on("data", (chunk) => (output += chunk));
  api = { url: `http://localhost:${port}` };
  await ready();
  account = await makeAccount({ TIDEMARK_DATA_DIR: dataDir });
}, 240_000);

afterAll(async () => {
  const ended = new Promise((resolve) => service.once("exit", resolve));
  service.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(children(service.pid)).toEqual([]);
  await endpoint.close();
  rmSync(directory, { recursive: true, force: true });
}, 60_000);

const ready = () =>
  eventually(
    "the service is ready",
    () =>
      fetch(`${api.url}/api/v1/ready`).then(
        (r) => r.ok,
        () => false,
      ),
    200_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${output.slice(-2_000)}`);
  });

function signal(program: string, name: NodeJS.Signals): number {
  const child = children(service.pid).find(({ command }) =>
    command.includes(builtProgram("", program)),
  );
  if (child === undefined) throw new Error(`${program} does not run`);
  process.kill(child.pid, name);
  return child.pid;
}

const killHard = (program: string) => void signal(program, "SIGKILL");

function killPostgres(): void {
  const pidFile = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("postmaster.pid"),
  );
  if (pidFile === undefined) throw new Error("PostgreSQL does not run");
  process.kill(
    Number(readFileSync(path.join(dataDir, pidFile), "utf8").split("\n", 1)[0]),
    "SIGKILL",
  );
}

test("the mirror becomes equal by one listing though worker, web server and PostgreSQL are killed", async () => {
  const killed: string[] = [];
  const files = repeats(250, 5_000);
  const plan: [at: number, name: string, kill: () => void][] = [
    [0.1 * files, "worker", () => killHard("worker")],
    [0.4 * files, "web server", () => killHard("web")],
    [0.7 * files, "PostgreSQL", killPostgres],
  ];
  const result = await runDemo(
    {
      dir: path.resolve("node_modules/next"),
      limit: files,
      running: {
        api: api.url,
        account,
        receiverPort,
        certificates: path.join(directory, "certificates"),
      },
      contents: false,
      keep: false,
      json: true,
      quietMs: 100,
    },
    {
      signal: AbortSignal.timeout(280_000),
      log(sentence) {
        const written = Number(/(\d+) of \d+ files written/.exec(sentence)?.[1] ?? 0);
        const next = plan[0];
        if (next === undefined || written < next[0]) return;
        plan.shift();
        next[2]();
        killed.push(next[1]);
      },
    },
  );
  expect(killed).toEqual(["worker", "web server", "PostgreSQL"]);
  expect(result).toMatchObject({
    ok: true,
    equal: true,
    differences: [],
    received: { resyncs: 1, listings: 1 },
  });
}, 300_000);

test("a message in flight when the worker is killed comes again with the same id and bytes", async () => {
  await ready();
  const fs = await call(api, account.key, "POST", `/api/v1/orgs/${account.org}/filesystems`, {
    name: "held",
  });
  const base = `/api/v1/orgs/${account.org}/filesystems/${fs.body.id}`;
  await call(api, account.key, "POST", `${base}/webhooks`, { url: "https://held.test/hook" });
  await eventually("the resync", () => endpoint.requests.length === 1);
  heldMs = 8_000;
  await call(api, account.key, "PUT", `${base}/files?path=/a.txt`, "hello");
  const first = await eventually("the request in flight", () => endpoint.requests[1]);
  killHard("worker");
  heldMs = 0;
  const again = await eventually("the same message again", () => endpoint.requests[2], 60_000);
  expect(again.body).toBe(first.body);
  const id = (request: typeof first) =>
    request.headers.find(([name]) => name === "webhook-id")?.[1];
  expect(id(again)).toBe(id(first));
}, 90_000);

const arrived = () => endpoint.requests.filter(({ path: at }) => at === "/still");

test("asking to upgrade the connection is ignored, also after the first page", async () => {
  await ready();
  expect((await fetch(`${api.url}/sign-in`)).status).toBe(200);
  const headers = { connection: "Upgrade", upgrade: "websocket" };
  const statusOf = (route: string) =>
    new Promise((resolve, reject) => {
      const asked = http.request(`${api.url}${route}`, { headers, timeout: 10_000 }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.once("timeout", () => asked.destroy(new Error("no response")));
      asked.once("error", reject).end();
    });
  expect(await statusOf("/api/v1/health")).toBe(200);
  expect(await statusOf("/_next/webpack-hmr")).toBe(404);
}, 60_000);

test("deliveries continue while the web server stands still", async () => {
  await ready();
  const filesystems = `/api/v1/orgs/${account.org}/filesystems`;
  const fs = await call(api, account.key, "POST", filesystems, { name: "still" });
  const url = "https://held.test/still";
  await call(api, account.key, "POST", `${filesystems}/${fs.body.id}/webhooks`, { url });
  await eventually("the resync", () => arrived().length === 1);
  const found = await findPostgres(dataDir);
  const database = new Client({ connectionString: found?.url });
  await database.connect();
  // More than a busy loop: nothing runs in it, and no hint of the change comes from it.
  const stopped = signal("web", "SIGSTOP");
  try {
    await database.query("SELECT entry_mkdir($1, '/new', false, 493, 'mount')", [fs.body.id]);
    const message = await eventually("the change", () => arrived()[1]);
    expect(message.body).toContain('"path":"/new"');
    // It arrived before the supervisor replaced the silent process.
    expect(readFileSync(`/proc/${stopped}/stat`, "utf8")).toContain(") T ");
  } finally {
    signal("web", "SIGCONT");
    await database.end();
  }
}, 60_000);

test("an upload of a gibibyte grows the web server by less than a quarter of it", async () => {
  const fs = await call(api, account.key, "POST", `/api/v1/orgs/${account.org}/filesystems`, {
    name: "large",
  });
  const web = children(service.pid).find(({ command }) =>
    command.includes(builtProgram("", "web")),
  );
  const memory = (field: string) => {
    const status = readFileSync(`/proc/${web?.pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  };
  const before = memory("VmRSS");
  const chunk = new Uint8Array(1024 * 1024).fill(7);
  let left = 1024;
  let most = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
      most = Math.max(most, memory("VmRSS"));
    },
  });
  const upload: RequestInit & { duplex: "half" } = {
    method: "PUT",
    headers: { authorization: `Bearer ${account.key}` },
    body,
    duplex: "half",
  };
  const response = await fetch(
    `${api.url}/api/v1/orgs/${account.org}/filesystems/${fs.body.id}/files?path=/large`,
    upload,
  );
  expect(await response.json()).toMatchObject({ path: "/large", size: 1024 ** 3 });
  expect(most - before).toBeLessThan(256);
}, 120_000);
