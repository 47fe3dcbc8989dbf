import tls from "node:tls";

import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Resolver } from "@/lib/net/resolve";
import { checkWebhookUrl } from "@/lib/webhooks/webhook-url";
import {
  countSockets,
  createOutbound,
  type Outbound,
  deadlineMs,
  failed,
  host,
  message,
  nowhere,
  secret,
} from "@/testing/outbound";
import { STALL_MS } from "@/testing/stall";

const to = (addresses: string[]): Resolver => ({
  resolve: async () => ({ kind: "addresses", addresses }),
});

let outbound: Outbound;
const openAtStart = countSockets();
beforeAll(async () => {
  outbound = await createOutbound();
});
afterEach(async () => {
  await outbound.cleanUp();
  await expect.poll(countSockets, { timeout: STALL_MS, interval: 5 }).toBe(openAtStart);
});

describe("the request", () => {
  test("exact bytes", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() => ({ status: 200 }));
    const older = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    await sender.send({ ...message, secrets: [secret, older] });
    const [request] = endpoint.requests;
    const signature = /^webhook-signature: (.*)$/m.exec(request!.head)?.[1] ?? "";
    expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    expect(request!.head.split("\r\n")).toEqual([
      "POST /in/box?token=a%20b HTTP/1.1",
      `host: ${host}`,
      "connection: keep-alive",
      "content-type: application/json",
      "user-agent: Tidemark-Webhooks/1",
      "webhook-id: msg_1",
      "webhook-timestamp: 1700000000",
      `webhook-signature: ${signature}`,
      `content-length: ${Buffer.byteLength(message.body)}`,
    ]);
    expect(request!.body).toBe(message.body);
  });

  test("a receiver's library accepts it", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() => ({ status: 200 }));
    await sender.send({ ...message, clock: Date.now });
    const [request] = endpoint.requests;
    expect(new Webhook(secret).verify(request!.body, Object.fromEntries(request!.headers))).toEqual(
      JSON.parse(message.body),
    );
  });

  test("the certificate must be for the URL's host, and SNI names it", async () => {
    const names: string[] = [];
    const { sender } = await outbound.endpointThat(() => ({ status: 200 }), {
      tls: {
        SNICallback: (name, done) => (
          names.push(name),
          done(null, tls.createSecureContext(outbound.certificate))
        ),
      },
    });
    await sender.send(message);
    expect(names).toEqual([host]);
  });

  test("firstByteAt is just before the write", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() => ({ status: 200 }));
    const before = performance.now();
    const sent = await sender.send(message);
    expect(sent.firstByteAt).toBeGreaterThan(before);
    expect(sent.firstByteAt).toBeLessThanOrEqual(endpoint.requests[0]!.at);
  });

  test("nothing is written after notAfter", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() => ({ status: 200 }));
    const sent = await sender.send({ ...message, notAfter: performance.now() - 1 });
    expect(sent).toMatchObject({
      outcome: { kind: "ours", detail: "late" },
      starts: 0,
      firstByteAt: null,
    });
    expect(endpoint.requests).toEqual([]);
  });

  test("closing ends attempts in flight as ours", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() => "hang");
    const sending = sender.send(message);
    await expect.poll(() => endpoint.requests.length, { timeout: STALL_MS, interval: 5 }).toBe(1);
    await sender.close();
    expect((await sending).outcome).toEqual({ kind: "ours", detail: "shutdown" });
    expect(await sender.send(message)).toMatchObject({
      outcome: { kind: "ours", detail: "shutdown" },
      starts: 0,
    });
  });
});

test("a broken secret leaks no socket", async () => {
  const { endpoint, sender } = await outbound.endpointThat(() => ({ status: 200 }));
  await expect(sender.send({ ...message, secrets: ["broken"] })).rejects.toThrow(TypeError);
  await expect.poll(() => endpoint.openSockets(), { timeout: 2_000, interval: 5 }).toBe(0);
});

describe("addresses", () => {
  const other = { ...message, url: "https://elsewhere.test/" };
  const blocked = { outcome: failed("blocked_address"), starts: 0 };

  test.each<[string, Resolver]>([
    ["private", to(["10.0.0.1"])],
    ["one private among many", to(["8.8.8.8", "8.8.4.4", "127.0.0.1"])],
    ["public A, private AAAA", to(["8.8.8.8", "fd00::1"])],
    ["hundreds", to([...Array.from({ length: 300 }, () => "8.8.8.8"), "169.254.169.254"])],
  ])("%s: refused", async (_, resolver) => {
    expect(await outbound.senderTo(1, { resolver: resolver }).send(other)).toMatchObject(blocked);
  });

  test.each([
    "127.0.0.1",
    "169.254.169.254",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "2130706433",
  ])("a literal %s: refused without a lookup", async (literal) => {
    const never: Resolver = { resolve: () => Promise.reject(new Error("resolved a literal")) };
    expect(
      await outbound
        .senderTo(1, { resolver: never })
        .send({ ...message, url: `https://${literal}/` }),
    ).toMatchObject(blocked);
  });

  test("public at creation, private at delivery: refused", async () => {
    const resolutions = [["8.8.8.8"], ["127.0.0.1"]];
    const resolver: Resolver = {
      resolve: async () => ({ kind: "addresses", addresses: resolutions.shift() ?? [] }),
    };
    const checked = await checkWebhookUrl(other.url, {
      resolver,
      connectTo: new Map(),
      ownHost: "",
    });
    expect(checked).toMatchObject({ ok: true });
    expect(await outbound.senderTo(1, { resolver }).send(other)).toMatchObject(blocked);
    expect(resolutions).toEqual([]);
  });

  test("a name that does not exist", async () => {
    expect((await outbound.senderTo(1, { resolver: nowhere }).send(other)).outcome).toEqual(
      failed("connect_failed", "dns_nxdomain"),
    );
  });

  test("a silent resolver takes no longer than the deadline", async () => {
    const sent = await outbound
      .senderTo(1, { resolver: { resolve: () => new Promise(() => undefined) } })
      .send(other);
    expect(sent.outcome).toEqual(failed("timeout", "timeout_dns"));
    expect(sent.durationMs).toBeLessThan(deadlineMs + STALL_MS);
  });

  test("a failing resolver is our fault until another host responds", async () => {
    const { endpoint } = await outbound.endpointThat(() => ({ status: 500 }));
    const sender = outbound.senderTo(endpoint.port, {
      resolver: { resolve: async () => ({ kind: "failed", cause: "servfail" }) },
    });
    expect((await sender.send(other)).outcome).toEqual({ kind: "ours", detail: "dns_failed" });
    await sender.send(message);
    expect((await sender.send(other)).outcome).toEqual(failed("connect_failed", "dns_failed"));
  });
});
