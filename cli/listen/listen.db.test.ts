import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";

import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { verify } from "@/lib/delivery/invariants/verify";
import { endListeners } from "@/lib/webhooks/end-listeners";
import { cliProgram } from "@/testing/bundles";
import { eventually } from "@/testing/eventually";
import { listen } from "@/testing/listen";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { startWebProcess, startWorkerProcess } from "@/testing/web-process";

// The command, the web server, the delivering process and the local program are processes of their own, or as good as.
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let worker: Awaited<ReturnType<typeof startWorkerProcess>>;
let home: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  worker = await startWorkerProcess(service);
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});
const cleanUp: (() => unknown)[] = [];
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), "tidemark-listen-"));
  return async () => {
    for (const end of cleanUp.splice(0)) await end();
    rmSync(home, { recursive: true, force: true });
  };
});

type Arrived = { headers: IncomingMessage["headers"]; body: string };
type Reaction = number | "hang";

/** A local program that records what arrives. */
async function startLocal(react: (arrived: Arrived, n: number) => Reaction) {
  const all: Arrived[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const arrived = { headers: request.headers, body };
    const reaction = react(arrived, all.push(arrived));
    if (reaction !== "hang") response.writeHead(reaction).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  const port = await listen(server);
  cleanUp.push(() => server.close().closeAllConnections());
  return { all, url: `http://127.0.0.1:${port}/hook` };
}

function start(args: string[], origin = service.url) {
  const child = spawn(process.execPath, [cliProgram(), "listen", ...args], {
    env: {
      ...process.env,
      XDG_CONFIG_HOME: home,
      TIDEMARK_API_KEY: tenant.key,
      TIDEMARK_API_URL: origin,
    },
  });
  const seen = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (seen.out += String(chunk)));
  child.stderr.on("data", (chunk) => (seen.err += String(chunk)));
  const ended = once(child, "close").then(([code, signal]) => ({ ...seen, code, signal }));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  cleanUp.push(() => end("SIGKILL"));
  const isListening = () => /Signing secret: (whsec_\S+)/.exec(seen.err)?.[1];
  return { seen, end, ended, secret: () => eventually("the secret", isListening) };
}

const query = async (text: string, values: unknown[]) =>
  (await service.services.pool.query(text, values)).rows;

/** A filesystem, and what happens in it and to its only listener. */
async function createWatched() {
  const fs = await createFilesystem(service, tenant);
  const hook = async (): Promise<string> =>
    (await call(service, tenant.key, "GET", `${fs.base}/webhooks`)).body[0]?.id;
  return {
    ...fs,
    hook,
    put: (file: string) =>
      call(service, tenant.key, "PUT", `${fs.base}/files?path=${file}`, "hello"),
    /** Ends the wait for the retry, as if its time had passed. */
    skipWait: async () =>
      query(
        `UPDATE webhook SET not_before = 'epoch', wake_at = clock_timestamp()
         WHERE id = $1 AND wake_at IS NOT NULL AND lease_until IS NULL`,
        [await hook()],
      ),
    state: async () => (await call(service, tenant.key, "GET", `${fs.base}/webhooks`)).body[0],
  };
}

const typeOf = ({ body }: Arrived): string => JSON.parse(body).type;
const pathsOf = ({ body }: Arrived): string[] =>
  JSON.parse(body).data.events.map((event: { path: string }) => event.path);

test("a program that fails twice gets the same message three times, in order, and it verifies", async () => {
  const fs = await createWatched();
  const local = await startLocal((arrived, n) => (n === 2 || n === 3 ? 500 : 200));
  const cli = start([fs.id, "--forward", local.url]);
  const secret = await cli.secret();
  await eventually("the resync", () => local.all.length === 1);
  await fs.put("/first.txt");
  await eventually("the first attempt", () => local.all.length === 2);
  await fs.put("/second.txt");
  await eventually("all attempts", async () => {
    await fs.skipWait();
    return local.all.length >= 5;
  });
  expect(local.all.map(typeOf)).toEqual(["files.resync", ...Array(4).fill("files.changed")]);
  const [, ...attempts] = local.all;
  const [first, second, third, next] = attempts;
  expect(attempts.slice(0, 3).map(({ body }) => body)).toEqual(Array(3).fill(first?.body));
  const ids = attempts.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  expect(ids[3]).not.toBe(ids[0]);
  expect([first, next].map((one) => pathsOf(one!))).toEqual([["/first.txt"], ["/second.txt"]]);
  for (const { headers, body } of [first!, second!, third!, next!]) {
    const signed = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret).verify(body, signed)).toBeTruthy();
    expect(headers["user-agent"]).toBe("Tidemark-Webhooks/1");
  }
  // What arrives is what the service would send, and nothing besides.
  expect(Object.keys(first!.headers).toSorted()).toEqual([
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
    "webhook-id",
    "webhook-signature",
    "webhook-timestamp",
  ]);
  expect(await fs.state()).toMatchObject({ description: os.hostname(), failing_since: null });
  const { code, out, err } = await cli.end("SIGINT");
  expect(code).toBe(0);
  expect(err).toContain(secret);
  expect(out).toContain("created /first.txt");
  expect(out.match(/500 in \d+ ms; sent again/g)).toHaveLength(2);
  expect(out).toMatch(/200 in \d+ ms; delivered/);
  expect(out).toMatch(/Stopped\. Run it again within a minute/);
});

test("killed and started again within a minute, nothing is lost and nothing acknowledged comes again", async () => {
  const fs = await createWatched();
  let isHanging = false;
  const local = await startLocal(() => (isHanging ? "hang" : 200));
  const first = start([fs.id, "--forward", local.url]);
  const secret = await first.secret();
  await eventually("the resync", () => local.all.length === 1);
  await fs.put("/acknowledged.txt");
  await eventually("a message", () => local.all.length === 2);
  await eventually("its acknowledgement", async () => (await fs.state()).pending_changes === 0);
  const webhookId = await fs.hook();

  isHanging = true;
  await fs.put("/in-flight.txt");
  await eventually("a message in flight", () => local.all.length === 3);
  await first.end("SIGKILL");
  await fs.put("/meanwhile.txt");
  isHanging = false;

  const second = start([fs.id, "--forward", local.url]);
  expect(await second.secret()).toBe(secret);
  await eventually("the rest", () => local.all.length >= 5);
  await eventually("that all is delivered", async () => (await fs.state()).pending_changes === 0);
  expect(await fs.hook()).toBe(webhookId);
  expect(local.all.map(typeOf)).toEqual(["files.resync", ...Array(4).fill("files.changed")]);
  expect(local.all.slice(1).map(pathsOf)).toEqual([
    ["/acknowledged.txt"],
    ["/in-flight.txt"],
    ["/in-flight.txt"],
    ["/meanwhile.txt"],
  ]);
  expect(local.all[3]).toMatchObject({ body: local.all[2]?.body });
  const broken = await verify(service.services.db);
  expect(broken.filter(({ ids }) => ids.includes(webhookId))).toEqual([]);
});

test("away for longer its webhook is gone, and the next start begins with a resync, with the same secret", async () => {
  const fs = await createWatched();
  const local = await startLocal(() => 200);
  const first = start([fs.id, "--forward", local.url]);
  const secret = await first.secret();
  await eventually("the resync", () => local.all.length === 1);
  const before = await fs.hook();
  await first.end("SIGKILL");
  await eventually("the end of the stream", async () => {
    const [row] = await query("SELECT stream_id FROM listener WHERE webhook_id = $1", [before]);
    return row.stream_id === null;
  });
  await fs.put("/while-away.txt");
  await query("UPDATE listener SET seen_at = seen_at - interval '62 s' WHERE webhook_id = $1", [
    before,
  ]);
  await endListeners(service.services);
  expect(await fs.state()).toBeUndefined();

  const second = start([fs.id, "--forward", local.url]);
  expect(await second.secret()).toBe(secret);
  await eventually("another resync", () => local.all.length === 2);
  expect(typeOf(local.all[1]!)).toBe("files.resync");
  expect(await fs.hook()).not.toBe(before);
  const file = path.join(home, "tidemark", "listeners", `${fs.id}.json`);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ webhook_id: await fs.hook() });
  expect(readdirSync(path.dirname(file))).toEqual([`${fs.id}.json`]);
});

test("a program that never responds times out, while other listeners go on", async () => {
  const fast = await createWatched();
  const local = await startLocal(() => 200);
  start([fast.id, "--forward", local.url]);
  await eventually("the other's resync", () => local.all.length === 1);
  const slow = await createWatched();
  const hanging = await startLocal(() => "hang");
  const cli = start([slow.id, "--forward", hanging.url, "--json"]);
  await eventually("the message", () => hanging.all.length === 1);
  await fast.put("/meanwhile.txt");
  await eventually("the other's message", () => local.all.length === 2);
  await eventually("its acknowledgement", async () => (await fast.state()).pending_changes === 0);
  await eventually("the timeout", async () => (await slow.state()).last_failure === "timeout");
  const [responded, failed] = [await fast.state(), await slow.state()];
  expect(Date.parse(responded.last_success_at)).toBeLessThan(Date.parse(failed.last_failure_at));
  const line = await eventually("its line", () => /^.*"message".*$/m.exec(cli.seen.out)?.[0]);
  expect(JSON.parse(line)).toMatchObject({ event: "message", status: null, failure: "timeout" });
});

test("with --json each message is one line; where nothing listens the message is refused", async () => {
  const fs = await createWatched();
  const gone = await startLocal(() => 200);
  for (const end of cleanUp.splice(0)) await end();
  const cli = start([fs.id, "--forward", gone.url, "--json"]);
  const lines = () => cli.seen.out.split("\n").slice(0, -1);
  await eventually("a message", () => lines().length >= 2);
  const [listening, message] = lines().map((line) => JSON.parse(line));
  expect(listening).toEqual({ event: "listening", secret: expect.stringMatching(/^whsec_/) });
  expect(message).toEqual({
    event: "message",
    id: expect.stringMatching(/^msg_/),
    status: null,
    failure: "refused",
    duration_ms: expect.any(Number),
    headers: expect.objectContaining({ "webhook-id": message.id }),
    message: expect.objectContaining({ type: "files.resync" }),
  });
  await eventually("the failure", async () => (await fs.state()).last_failure !== null);
  expect(await fs.state()).toMatchObject({
    last_failure: "connect_failed",
    last_failure_detail: "refused",
  });
  const { code, out } = await cli.end("SIGTERM");
  expect([code, JSON.parse(out.trim().split("\n").at(-1)!)]).toEqual([0, { event: "stopped" }]);
});

test("without --forward it verifies and acknowledges itself; a second one takes over", async () => {
  const fs = await createWatched();
  const cli = start([fs.id]);
  await cli.secret();
  await eventually("the resync", () => cli.seen.out.includes("signature verified"));
  await fs.put("/hello.txt");
  await eventually("the change", () => cli.seen.out.includes("created /hello.txt"));
  await eventually("its acknowledgement", async () => (await fs.state()).pending_changes === 0);
  const second = start([fs.id]);
  await second.secret();
  const { code, err } = await cli.ended;
  expect(code).toBe(1);
  expect(err).toContain("taken over");
  await fs.put("/again.txt");
  await eventually("the next change", () => second.seen.out.includes("created /again.txt"));
});

test("a web server that is killed ends the stream, and the next one goes on with it", async () => {
  const fs = await createWatched();
  const local = await startLocal(() => 200);
  const web = await startWebProcess(service);
  const port = Number(new URL(web.url).port);
  const cli = start([fs.id, "--forward", local.url], web.url);
  await cli.secret();
  await eventually("the resync", () => cli.seen.out.includes("delivered"));
  await web.kill9();
  await fs.put("/meanwhile.txt");
  await eventually("that it says so", () => cli.seen.err.includes("Connection lost"));
  const next = await startWebProcess(service, { TEST_PORT: String(port) });
  cleanUp.push(() => next.stop());
  await eventually("the change", () => local.all.length >= 2);
  expect(local.all.map(typeOf)).toEqual(["files.resync", "files.changed"]);
  expect(pathsOf(local.all[1]!)).toEqual(["/meanwhile.txt"]);
  await cli.end("SIGINT");
});

test("a delivering process that is killed loses nothing", async () => {
  const fs = await createWatched();
  let isHanging = false;
  const local = await startLocal(() => (isHanging ? "hang" : 200));
  const cli = start([fs.id, "--forward", local.url]);
  await cli.secret();
  await eventually("the resync", () => local.all.length === 1);
  isHanging = true;
  await fs.put("/a.txt");
  await eventually("a message", () => local.all.length === 2);
  await worker.kill9();
  isHanging = false;
  worker = await startWorkerProcess(service);
  // The lease of the attempt that died.
  await query("UPDATE webhook SET lease_until = 'epoch', wake_at = 'epoch' WHERE id = $1", [
    await fs.hook(),
  ]);
  await eventually("the same message", () => local.all.length === 3);
  expect(local.all[2]?.body).toBe(local.all[1]?.body);
  await eventually("that it is delivered", async () => (await fs.state()).pending_changes === 0);
});

test("a listener that is deleted, or may not be created, says so", async () => {
  const fs = await createWatched();
  const cli = start([fs.id]);
  await cli.secret();
  await call(service, tenant.key, "DELETE", `${fs.base}/webhooks/${await fs.hook()}`);
  expect(await cli.ended).toMatchObject({
    code: 1,
    err: expect.stringContaining("The listener was deleted."),
  });
  for (let n = 0; n < 5; n++)
    await call(service, tenant.key, "POST", `${fs.base}/webhooks`, { url: "https://1.1.1.1/" });
  const full = await start([fs.id]).ended;
  expect([full.code, full.err]).toEqual([1, expect.stringContaining("at most 5 webhooks")]);
  const wrong = await start([fs.id, "--forward", "localhost:4000"]).ended;
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("--forward must be a URL")]);
});
