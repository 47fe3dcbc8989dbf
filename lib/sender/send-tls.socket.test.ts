import type net from "node:net";
import type tls from "node:tls";

import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { type Certificate, createAuthority } from "@/testing/certificates";
import type { Reaction } from "@/testing/endpoint";
import {
  countSockets,
  createOutbound,
  type Outbound,
  deadlineMs,
  delivered,
  failed,
  host,
  message,
} from "@/testing/outbound";
import { STALL_MS } from "@/testing/stall";

const ok = (): Reaction => ({ status: 200 });

let outbound: Outbound;
const openAtStart = countSockets();
beforeAll(async () => {
  outbound = await createOutbound();
});
afterEach(async () => {
  await outbound.cleanUp();
  await expect.poll(countSockets, { timeout: STALL_MS, interval: 5 }).toBe(openAtStart);
});

describe("before TLS is up", () => {
  const helloLength = 1;
  test.each<[string, (socket: net.Socket) => void, object]>([
    ["silence", () => undefined, failed("timeout", "timeout_tls")],
    ["reset at once", (socket) => socket.resetAndDestroy(), failed("tls_failed")],
    [
      "reset after the hello",
      (socket) => socket.once("data", () => socket.resetAndDestroy()),
      failed("tls_failed", "reset"),
    ],
    ["an end", (socket) => socket.end(), failed("tls_failed")],
    [
      "plain HTTP",
      (socket) => socket.once("data", () => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")),
      failed("tls_failed", "tls_not_tls"),
    ],
    [
      "a dripped handshake",
      (socket) => {
        const timer = setInterval(() => socket.write(Buffer.alloc(helloLength, 0x16)), 100);
        socket.once("close", () => clearInterval(timer));
      },
      { kind: "failed", code: expect.stringMatching(/^(tls_failed|timeout)$/) },
    ],
  ])("%s", async (_, onSocket, expected) => {
    const { sender } = await outbound.tcpServer(onSocket);
    const sent = await sender.send(message);
    expect(sent).toMatchObject({ outcome: expected, starts: 0, firstByteAt: null });
    expect(sent.durationMs).toBeLessThan(deadlineMs + STALL_MS);
  });

  test("connection refused", async () => {
    const { sender, close } = await outbound.tcpServer(() => undefined);
    await close();
    expect((await sender.send(message)).outcome).toMatchObject(failed("connect_failed", "refused"));
  });
});

describe("TLS", () => {
  const year = 365 * 86_400_000;
  const ago = (years: number) => new Date(Date.now() - years * year);
  test.each<[string, () => Promise<Certificate>, tls.TlsOptions, object]>([
    [
      "expired",
      () => outbound.authority.issue([host], { notBeforeDate: ago(2), notAfterDate: ago(1) }),
      {},
      failed("tls_failed", "tls_expired"),
    ],
    [
      "not yet valid",
      () => outbound.authority.issue([host], { notBeforeDate: ago(-1), notAfterDate: ago(-2) }),
      {},
      failed("tls_failed", "tls_not_yet_valid"),
    ],
    [
      "wrong host",
      () => outbound.authority.issue(["other.test"]),
      {},
      failed("tls_failed", "tls_wrong_host"),
    ],
    [
      "the address connected to",
      () => outbound.authority.issue(["127.0.0.1"]),
      {},
      failed("tls_failed", "tls_wrong_host"),
    ],
    [
      "unknown CA",
      async () => (await createAuthority()).issue([host]),
      {},
      failed("tls_failed", "tls_unknown_ca"),
    ],
    [
      "missing intermediate",
      () => outbound.authority.issueBelow(host, false),
      {},
      failed("tls_failed", "tls_unknown_ca"),
    ],
    [
      "TLS 1.1 only",
      async () => outbound.certificate,
      { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" },
      failed("tls_failed", "tls_version"),
    ],
    [
      "HTTP/2 only",
      async () => outbound.certificate,
      { ALPNProtocols: ["h2"] },
      failed("tls_failed", "tls_no_http1"),
    ],
    [
      "client certificate, TLS 1.2",
      async () => outbound.certificate,
      { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" },
      failed("tls_failed"),
    ],
    ["complete chain", () => outbound.authority.issueBelow(host, true), {}, delivered],
    ["TLS 1.2", async () => outbound.certificate, { maxVersion: "TLSv1.2" }, delivered],
  ])("%s", async (_, issue, options, expected) => {
    const { endpoint, sender } = await outbound.endpointThat(ok, {
      certificate: await issue(),
      tls: options,
    });
    const sent = await sender.send(message);
    expect(sent.outcome).toMatchObject(expected);
    if (sent.outcome.kind === "failed") expect([sent.starts, endpoint.requests]).toEqual([0, []]);
  });

  test("client certificate, TLS 1.3", async () => {
    const { endpoint, sender } = await outbound.endpointThat(ok, {
      tls: {
        requestCert: true,
        rejectUnauthorized: true,
        ca: outbound.authority.ca,
        minVersion: "TLSv1.3",
      },
    });
    expect((await sender.send(message)).outcome).toMatchObject(failed("tls_failed"));
    expect(endpoint.requests).toEqual([]);
  });

  test("the extra authority is trusted only for hosts in connectTo", async () => {
    const { endpoint } = await outbound.endpointThat(ok);
    const sender = outbound.senderTo(endpoint.port, { extraCa: (await createAuthority()).ca });
    expect((await sender.send(message)).outcome).toMatchObject(
      failed("tls_failed", "tls_unknown_ca"),
    );
  });
});
