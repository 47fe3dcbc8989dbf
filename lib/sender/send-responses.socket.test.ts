import * as fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Reaction } from "@/testing/endpoint";
import { flooding } from "@/testing/flooding";
import {
  countSockets,
  createOutbound,
  type Outbound,
  badHttp,
  deadlineMs,
  delivered,
  failed,
  host,
  message,
  ok,
} from "@/testing/outbound";
import { STALL_MS } from "@/testing/stall";

let outbound: Outbound;
const openAtStart = countSockets();
beforeAll(async () => {
  outbound = await createOutbound();
});
afterEach(async () => {
  await outbound.cleanUp();
  await expect.poll(countSockets, { timeout: STALL_MS, interval: 5 }).toBe(openAtStart);
});

const raw = (text: string) => (): Reaction => (socket) => socket.write(text, "latin1");
const rawThenEnd = (text: string) => (): Reaction => (socket) => socket.end(text, "latin1");

/** Repeats `write` every `everyMs` until the socket is gone. */
const dripping = (first: string, next: string, everyMs: number) => (): Reaction => (socket) => {
  socket.write(first);
  const timer = setInterval(() => socket.write(next), everyMs);
  socket.once("close", () => clearInterval(timer));
};

const fields = (count: number) => Array.from({ length: count }, (_, i) => `x${i}: y\r\n`).join("");

describe("responses", () => {
  test.each<[string, () => Reaction, object]>([
    ["never responds", () => "hang", failed("timeout", "timeout_http")],
    ["drips headers", dripping("HTTP/1.1 200 OK\r\n", "x: y\r\n", 20), failed("timeout")],
    ["drips a status line", dripping("H", "T", 5_000), failed("timeout")],
    ["drips 102", dripping("", "HTTP/1.1 102 Processing\r\n\r\n", 20), failed("timeout")],
    ["floods 102", flooding("", "HTTP/1.1 102 Processing\r\n\r\n".repeat(100)), failed("timeout")],
    [
      "floods 103",
      flooding("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100)),
      failed("timeout"),
    ],
    ["floods 100", flooding("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)), badHttp],
    [
      "101",
      raw("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
      badHttp,
    ],
    ["101 without upgrade", raw("HTTP/1.1 101 Switching Protocols\r\n\r\n"), badHttp],
    [
      "headers over 16 KiB",
      raw(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(17_000)}\r\n\r\n`),
      failed("connect_failed"),
    ],
    ["endless headers", flooding("HTTP/1.1 200 OK\r\n", fields(100)), failed("connect_failed")],
    ["3,000 headers", raw(`HTTP/1.1 200 OK\r\n${fields(3_000)}\r\n`), badHttp],
    ["3,000 empty headers", raw(`HTTP/1.1 200 OK\r\n${"x:\r\n".repeat(3_000)}\r\n`), badHttp],
    ["NUL in a header", raw("HTTP/1.1 200 OK\r\nx: \0\r\ncontent-length: 0\r\n\r\n"), badHttp],
    ["bare LF", raw("HTTP/1.1 200 OK\ncontent-length: 0\n\n"), badHttp],
    [
      "CL and TE",
      raw("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
      badHttp,
    ],
    [
      "two lengths",
      raw("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"),
      badHttp,
    ],
    ["banner of SSH", raw("SSH-2.0-OpenSSH_9.2\r\n"), badHttp],
    ["status 600", raw("HTTP/1.1 600 No\r\ncontent-length: 0\r\n\r\n"), badHttp],
    ["status 999", raw("HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n"), badHttp],
    ["status 099", raw("HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n"), badHttp],
    ["status 20", raw("HTTP/1.1 20 No\r\ncontent-length: 0\r\n\r\n"), badHttp],
    [
      "end of the connection without a response",
      rawThenEnd(""),
      failed("connect_failed", "closed"),
    ],
    ["an end amid headers", rawThenEnd("HTTP/1.1 200 OK\r\nx: "), badHttp],
    ["reset after the request", () => "reset", failed("connect_failed", "reset")],
    ["200", raw(ok), delivered],
    ["200 late", () => ({ status: 200, afterMs: deadlineMs / 3 }), delivered],
    ["200 too late", () => ({ status: 200, afterMs: deadlineMs + 100 }), failed("timeout")],
    ["202", () => ({ status: 202 }), { kind: "delivered", httpStatus: 202 }],
    ["103, then 200", raw(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}`), delivered],
    [
      "200 and a dripped body",
      dripping("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n", "x", 20),
      delivered,
    ],
    ["200 and an endless body", flooding("HTTP/1.1 200 OK\r\n\r\n", "x".repeat(9_999)), delivered],
    [
      "200 and a short body",
      rawThenEnd("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nx"),
      delivered,
    ],
    [
      "200 and a bad chunk",
      raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"),
      delivered,
    ],
    [
      "200 claiming gzip",
      raw("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nnot"),
      delivered,
    ],
    [
      "200, then reset",
      () => (socket, reset) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n", reset),
      delivered,
    ],
    [
      "204 with a body",
      raw("HTTP/1.1 204 No\r\ncontent-length: 3\r\n\r\nabc"),
      { kind: "delivered", httpStatus: 204 },
    ],
    ["HTTP/1.0", rawThenEnd("HTTP/1.0 200 OK\r\n\r\nbody"), delivered],
    [
      "Latin-1 in headers",
      raw("HTTP/1.1 200 O\xe9\r\nx: \xe9\xff\r\ncontent-length: 0\r\n\r\n"),
      delivered,
    ],
    ...[300, 301, 302, 303, 304, 307, 308].map((status): [string, () => Reaction, object] => [
      `${status}`,
      () => ({ status, headers: { location: `https://${host}/elsewhere` } }),
      { ...failed("redirect"), httpStatus: status },
    ]),
    ["302 without Location", () => ({ status: 302 }), failed("redirect")],
    ["400", () => ({ status: 400 }), { ...failed("http_400"), httpStatus: 400 }],
    [
      "429 with Retry-After",
      () => ({ status: 429, headers: { "retry-after": "99999999" } }),
      failed("http_429"),
    ],
    ["599", () => ({ status: 599 }), failed("http_599")],
    ["500, then 200", raw(`HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n${ok}`), failed("http_500")],
  ])("%s", async (_, respond, expected) => {
    const { endpoint, sender } = await outbound.endpointThat(respond);
    const sent = await sender.send(message);
    expect(sent.outcome).toMatchObject(expected);
    expect(sent.durationMs).toBeLessThan(deadlineMs + STALL_MS);
    expect(sent.starts).toBe(1);
    expect(endpoint.requests).toHaveLength(1);
    if (sent.outcome.kind === "failed") {
      await expect.poll(() => endpoint.openSockets(), { timeout: 2_000, interval: 5 }).toBe(0);
    }
  });

  test("413 before the body was read, then reset", async () => {
    const { sender } = await outbound.tlsServer((socket, reset) => {
      socket.once("data", () => {
        socket.pause();
        socket.write("HTTP/1.1 413 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n", reset);
      });
    });
    const sent = await sender.send({ ...message, body: "x".repeat(262_144) });
    expect(sent.outcome).toMatchObject(failed("http_413"));
  });

  test("a request body that is never read", async () => {
    const { sender } = await outbound.tlsServer((socket) => socket.pause());
    const sent = await sender.send({ ...message, body: "x".repeat(8_000_000) });
    expect(sent.outcome).toMatchObject(failed("timeout"));
    expect(sent.durationMs).toBeLessThan(deadlineMs + STALL_MS);
  });
});

test("a response body costs a quarter of a second or 16 KiB, whichever is first", async () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n";
  const slow = await outbound.endpointThat(dripping(head, "x", 20), { deadlineMs: 2 * STALL_MS });
  const sent = await slow.sender.send(message);
  expect(sent.outcome).toMatchObject(delivered);
  expect(sent.durationMs).toBeGreaterThan(240);
  expect(sent.durationMs).toBeLessThan(STALL_MS);
  const large = await outbound.endpointThat(flooding(head, "x".repeat(16_000)));
  const spent = [];
  for (let n = 0; n < 5; n++) spent.push((await large.sender.send(message)).durationMs);
  // The best of several: a machine may be busy for a moment.
  expect(Math.min(...spent)).toBeLessThan(sent.durationMs);
  for (const { endpoint } of [slow, large]) {
    await expect.poll(() => endpoint.openSockets(), { timeout: 2_000, interval: 5 }).toBe(0);
  }
});

test("no response, however malformed, breaks the sender", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 ",
      "HTTP/1.0 301\r\n",
      "204 No\r\n",
      "HTTP/1.1 102 x\r\n\r\n",
      "HTTP/1.1 100 x\r\n\r\n",
    ),
    fc.constantFrom(
      "content-length: 3\r\n",
      "transfer-encoding: chunked\r\n",
      "connection: close\r\n",
      "connection: upgrade\r\nupgrade: h2c\r\n",
      "keep-alive: timeout=9\r\n",
    ),
    fc.constantFrom("\r\n", "\n", "\r", "\0", "3\r\nabc\r\n", "0\r\n\r\n", "abc", ":", " "),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  let text = "";
  const { sender } = await outbound.endpointThat(() => (socket) => socket.end(text, "latin1"));
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      text = pieces.join("");
      const { outcome } = await sender.send(message);
      const status =
        /^(?:[\r\n]*HTTP\/1\.1 (?:100|102) x\r\n\r\n)*[\r\n]*HTTP\/1\.[01] ([2-5]\d\d)/.exec(
          text,
        )?.[1];
      if (status === undefined)
        expect(outcome).toMatchObject({ kind: "failed", code: "connect_failed" });
      else if (outcome.kind !== "failed" || outcome.code !== "connect_failed")
        expect(outcome).toMatchObject({ httpStatus: Number(status) });
    }),
    { numRuns: 200 },
  );
});
