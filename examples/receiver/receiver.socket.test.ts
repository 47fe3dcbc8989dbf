import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { eventually } from "@/testing/eventually";
import { startFakeService, type FakeService } from "@/testing/receiver/fake-service";
import { messageBody, send, TEST_SECRET, type SendOptions } from "@/testing/receiver/sender";

import { ensureCertificate } from "./certificate";
import type { Mirror } from "./mirror";
import { readReceiverOptions } from "./options";
import { runReceiver } from "./receiver";
import type { Report } from "./report";
import { mirrorFile, readMirror } from "./state";

let directory = "";
let service: FakeService;
let running: Receiver[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "receiver-"));
  service = await startFakeService();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((receiver) => receiver.stop()));
  await service.close();
  await rm(directory, { recursive: true });
});

type Receiver = {
  reports: Report[];
  post(body: string, changes?: Partial<SendOptions>): Promise<{ status: number; json: unknown }>;
  saved(): Promise<Mirror>;
  stop(): Promise<void>;
  port: number;
};

const state = () => path.join(directory, "state");

async function start(...more: string[]): Promise<Receiver> {
  const directories = ["--dir", path.join(directory, "certificates"), "--state", state()];
  const target = ["--api", service.origin, "--org", "org_1", "--filesystem", "fs_1", "--port", "0"];
  const options = readReceiverOptions(
    [...directories, ...target, "--key", "tmk_1", "--json", ...more],
    {},
  );
  const reports: Report[] = [];
  const stop = new AbortController();
  const ended = runReceiver(options, (report) => reports.push(report), stop.signal);
  const listening = await Promise.race([
    ended.then(() => Promise.reject(new Error("the receiver exited"))),
    eventually("the receiver to listen", () =>
      reports.find((report) => report.event === "listening"),
    ),
  ]);
  const ca = await readFile(path.join(directory, "certificates", "ca.pem"), "utf8");
  const receiver: Receiver = {
    reports,
    port: listening.port,
    post: (body, changes) => send({ port: listening.port, ca, body, ...changes }),
    saved: () => readMirror(mirrorFile(state())),
    stop: () => (stop.abort(), ended),
  };
  running.push(receiver);
  return receiver;
}

const known = ["--secret", TEST_SECRET];
const outcome = (name: string) => ({ status: 200, json: { outcome: name } });
const refused = (status: number, error: string) => ({ status, json: { error } });

async function waitUntilEqual(receiver: Receiver): Promise<Mirror> {
  return eventually("the mirror to be equal", async () => {
    const mirror = await receiver.saved();
    const files = new Map([...mirror.entries].filter(([location]) => location !== "/"));
    return mirror.resync === null && isDeepStrictEqual(files, service.infos()) && mirror;
  });
}

describe("the endpoint", () => {
  it("refuses what is not a message of the service, and stores nothing", async () => {
    const receiver = await start(...known);
    const body = messageBody("files.changed", 1);
    const now = Math.floor(Date.now() / 1000);
    const post = (changes: Partial<SendOptions>) => receiver.post(body, changes);

    expect(await post({ path: "/other" })).toEqual(refused(404, "unknown_path"));
    expect(await post({ path: "/webhook?x=1" })).toEqual(refused(404, "unknown_path"));
    expect(await post({ method: "PUT" })).toEqual(refused(405, "method_not_allowed"));
    expect(await post({ headers: { "webhook-signature": "v1,AAAA" } })).toEqual(
      refused(401, "bad_signature"),
    );
    expect(await post({ headers: { "webhook-id": undefined } })).toEqual(
      refused(401, "missing_header"),
    );
    for (const timestamp of [String(now - 301), String(now + 400), "1e9", "-1"]) {
      expect(await post({ timestamp })).toEqual(refused(401, "bad_timestamp"));
    }
    const large = "x".repeat(272 * 1024 + 1);
    expect(await receiver.post(large)).toEqual(refused(413, "body_too_large"));
    for (const junk of ["", "null", "[]", "{", body.replace('"1"', '"1.0"')]) {
      expect(await receiver.post(junk)).toEqual(refused(400, "not_a_message"));
    }
    expect(await receiver.post(body.replace("fs_1", "fs_2"))).toEqual(
      refused(400, "another_filesystem"),
    );
    expect(await receiver.saved()).toMatchObject({ cursor: null, resync: null });
  });

  it("responds after a client disconnected in the middle of its body", async () => {
    const receiver = await start(...known);
    const socket = connect(receiver.port, "127.0.0.1");
    await once(socket, "connect");
    socket.end("not TLS at all\r\n\r\n");
    await once(socket, "close");
    expect(await receiver.post(messageBody("files.resync", 1))).toEqual(outcome("resync"));
  });

  it("finds the secret that curl saves to the state directory later", async () => {
    const receiver = await start();
    const body = messageBody("files.resync", 1);
    expect(await receiver.post(body)).toEqual(refused(503, "no_secret_yet"));
    const response = { id: "wh_1", path_prefix: "/", secret: TEST_SECRET, state: "active" };
    const file = path.join(state(), "webhook.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, JSON.stringify(response));
    expect(await receiver.post(body)).toEqual(outcome("resync"));
  });

  it("creates its webhook and recognises it after a restart", async () => {
    const first = await start("--create-webhook");
    await eventually("the receiver to be ready", () =>
      first.reports.some(({ event }) => event === "ready"),
    );
    await first.stop();
    const second = await start("--create-webhook");
    expect(await second.post(messageBody("files.resync", 1))).toEqual(outcome("resync"));
    expect(service.seen.filter((kind) => kind === "POST /webhooks")).toHaveLength(1);
    expect((await stat(path.join(state(), "webhook.json"))).mode & 0o777).toBe(0o600);
  });
});

describe("the mirror of a filesystem", () => {
  it("is listed at the resync, then follows the messages", async () => {
    for (let n = 0; n < 8; n += 1) service.change(`/f${n}`, String(n));
    const receiver = await start(...known);
    const resync = messageBody("files.resync", 8);
    expect(await receiver.post(resync)).toEqual(outcome("resync"));
    await waitUntilEqual(receiver);

    service.change("/f0", null);
    service.change("/f1", "new");
    const body = messageBody("files.changed", 10, service.eventsAfter(8));
    expect(await receiver.post(body)).toEqual(outcome("applied"));
    expect(await waitUntilEqual(receiver)).toMatchObject({ cursor: 10n });
    expect(await receiver.post(body)).toEqual(outcome("duplicate"));
    expect(await receiver.post(resync)).toEqual(outcome("duplicate"));
    expect(receiver.reports.filter((report) => report.event === "listed")).toHaveLength(1);
  });

  it("queues what arrives during a listing durably, even across a restart", async () => {
    service.change("/a", "1");
    const release = service.hold("GET /entries");
    const first = await start(...known);
    expect(await first.post(messageBody("files.resync", 1))).toEqual(outcome("resync"));
    await eventually("the listing to start", () => service.seen.includes("GET /entries"));

    service.change("/b", "2");
    const body = messageBody("files.changed", 2, service.eventsAfter(1));
    expect(await first.post(body)).toEqual(outcome("queued"));
    expect(await first.saved()).toMatchObject({
      cursor: null,
      resync: 1n,
      queue: [{ cursor: 2n }],
    });
    expect(await first.post(body)).toEqual(outcome("duplicate"));
    await first.stop();

    const second = await start(...known);
    service.change("/c", "3");
    expect(await second.post(messageBody("files.changed", 3, service.eventsAfter(2)))).toEqual(
      outcome("queued"),
    );
    release();
    expect(await waitUntilEqual(second)).toMatchObject({ cursor: 3n, queue: [] });
  });

  it("lists again when another resync arrives during the listing", async () => {
    service.change("/a", "1");
    const release = service.hold("GET /entries");
    const receiver = await start(...known);
    await receiver.post(messageBody("files.resync", 1));
    await eventually("the listing to start", () => service.seen.includes("GET /entries"));
    expect(await receiver.post(messageBody("files.resync", 5))).toEqual(outcome("resync"));
    release();
    expect(await waitUntilEqual(receiver)).toMatchObject({ cursor: 5n });
    expect(service.seen.filter((kind) => kind === "GET /entries")).toHaveLength(2);
  });

  it("completes a listing despite failures of the service", async () => {
    service.change("/a", "1");
    service.fail.push(503, 500, 429, 403, 404);
    const receiver = await start(...known);
    await receiver.post(messageBody("files.resync", 1));
    await waitUntilEqual(receiver);
    expect(receiver.reports.some((report) => report.event === "trouble")).toBe(true);
  });

  it("catches up from the feed after downtime", async () => {
    service.change("/a", "1");
    const first = await start(...known);
    await first.post(messageBody("files.resync", 1));
    await waitUntilEqual(first);
    await first.stop();
    for (let n = 0; n < 7; n += 1) service.change(`/while-away-${n}`, "x");
    service.change("/a", null);

    const second = await start(...known);
    expect(await waitUntilEqual(second)).toMatchObject({ cursor: 9n });
    expect(await second.post(messageBody("files.changed", 4, []))).toEqual(outcome("duplicate"));
    expect(service.seen.filter((kind) => kind === "GET /entries")).toHaveLength(1);
  });

  it("lists again when the feed no longer reaches back", async () => {
    service.change("/a", "1");
    const first = await start(...known);
    await first.post(messageBody("files.resync", 1));
    await waitUntilEqual(first);
    await first.stop();
    service.change("/b", "2");
    service.change("/a", null);
    service.prune();
    expect(await waitUntilEqual(await start(...known))).toMatchObject({ cursor: 3n });
  });

  it("lists again when it starts with another prefix, and not when it starts again", async () => {
    service.change("/a/1", "1");
    service.change("/b/1", "2");
    const first = await start(...known, "--path-prefix", "/a");
    await first.post(messageBody("files.resync", 2));
    await eventually("the listing", async () => (await first.saved()).prefix === "/a");
    expect([...(await first.saved()).entries.keys()]).not.toContain("/b/1");
    await first.stop();

    const second = await start(...known);
    expect(await waitUntilEqual(second)).toMatchObject({ cursor: 2n, prefix: "/" });
    await second.stop();
    const before = service.seen.filter((kind) => kind === "GET /entries").length;
    const third = await start(...known);
    await eventually("the end of the feed", () =>
      third.reports.some(({ event }) => event === "caught_up"),
    );
    expect(service.seen.filter((kind) => kind === "GET /entries")).toHaveLength(before);
  });

  it("fetches the contents too when requested", async () => {
    const contents = path.join(directory, "contents");
    for (const name of ["/a", "/d/b", "/d/c"]) service.change(name, `content of ${name}`);
    const receiver = await start(...known, "--contents", contents);
    await receiver.post(messageBody("files.resync", 3));
    const onDisk = async () => (await readdir(contents, { recursive: true })).toSorted().join();
    await eventually("all files", async () => (await onDisk().catch(() => "")) === "a,d,d/b,d/c");

    // A refusal for a moment is not what a file that is gone gets.
    const fetches = () => service.seen.filter((kind) => kind === "GET /files").length;
    const before = fetches();
    const release = service.hold("GET /files");
    service.change("/d/b", "other");
    service.change("/d/c", null);
    service.change("/../../escape", "never");
    await receiver.post(messageBody("files.changed", 6, service.eventsAfter(3)));
    await eventually("the request for a file", () => fetches() > before);
    service.fail.push(429);
    release();
    await eventually("the contents to be complete", () =>
      receiver.reports.some((report) => report.event === "contents" && report.cursor === "6"),
    );
    expect(await onDisk()).toBe("a,d,d/b");
    expect(await readFile(path.join(contents, "d/b"), "utf8")).toBe("other");
  });
});

describe("the certificate", () => {
  it("is created once, for its host, with keys that only the owner can read", async () => {
    const location = path.join(directory, "tls");
    const made = await ensureCertificate(location, "receiver.test");
    expect(await ensureCertificate(location, "receiver.test")).toEqual(made);
    const ca = await readFile(made.caFile, "utf8");
    const other = await ensureCertificate(location, "other.test");
    expect(await readFile(other.caFile, "utf8")).toBe(ca);
    expect(new X509Certificate(other.cert).checkHost("other.test")).toBe("other.test");
    for (const name of await readdir(location)) {
      if (name.endsWith(".key"))
        expect((await stat(path.join(location, name))).mode & 0o077).toBe(0);
    }
  });

  it("is renewed before it expires, under the same authority", async () => {
    const location = path.join(directory, "tls");
    const early = Date.now() - 350 * 24 * 3600 * 1000;
    const old = await ensureCertificate(location, "receiver.test", early);
    const ca = await readFile(old.caFile, "utf8");
    const renewed = await ensureCertificate(location, "receiver.test");
    expect(renewed.cert).not.toBe(old.cert);
    expect(await readFile(renewed.caFile, "utf8")).toBe(ca);
  });
});
