import { gzipSync } from "node:zlib";

import { generate } from "selfsigned";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { POLICY } from "@/lib/delivery/policy";
import { createAuthority } from "@/testing/certificates";
import type { Reaction } from "@/testing/endpoint";
import { flooding } from "@/testing/flooding";
import { mostBytesDuring, reachableBytes } from "@/testing/memory";
import {
  countSockets,
  createOutbound,
  deadlineMs,
  delivered,
  failed,
  host,
  message,
  type Outbound,
} from "@/testing/outbound";
import { repeats } from "@/testing/repeats";
import { STALL_MS } from "@/testing/stall";

// Endpoints that try to use up our time or memory, to gain our trust, or to reach another network
// through us.
const MEBIBYTE = 1024 ** 2;
const AT_ONCE = 30;
let outbound: Outbound;
const openAtStart = countSockets();
beforeAll(async () => {
  outbound = await createOutbound();
});
afterEach(async () => {
  await outbound.cleanUp();
  await expect.poll(countSockets, { timeout: STALL_MS, interval: 5 }).toBe(openAtStart);
});

/** With the real deadline, over an idle socket, so that all of the time is the endpoint's. */
async function answeredAfter(afterMs: number) {
  const { endpoint, sender } = await outbound.endpointThat(
    () => ({ status: 200, afterMs: endpoint.requests.length === 1 ? 0 : afterMs }),
    { deadlineMs: POLICY.deadlineMs },
  );
  await sender.send(message);
  return sender.send(message);
}

// Retried: a machine that is busy for 100 ms makes the first response late.
test(
  "with the real deadline a response after 9.9 s counts and one after 10.1 s does not",
  { retry: 2 },
  async () => {
    const [soon, late] = await Promise.all([answeredAfter(9_900), answeredAfter(10_100)]);
    expect(soon.outcome).toMatchObject(delivered);
    expect(late.outcome).toMatchObject(failed("timeout", "timeout_http"));
    expect(late.durationMs).toBeLessThan(POLICY.deadlineMs + STALL_MS);
  },
);

test("a gzip bomb is acknowledged and never decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE));
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
  const { sender } = await outbound.endpointThat(() => (socket) => {
    socket.write(head);
    socket.write(bomb);
  });
  const most = await mostBytesDuring(async () => {
    expect((await sender.send(message)).outcome).toMatchObject(delivered);
  });
  expect(most).toBeLessThan(32 * MEBIBYTE);
});

test.each([301, 302, 303, 307, 308])(
  "%i to an internal host: the target sees nothing",
  async (status) => {
    const target = await outbound.endpointThat(() => ({ status: 200 }));
    const locations = [
      `https://127.0.0.1:${target.endpoint.port}/`,
      `https://${host}/elsewhere`,
      "http://169.254.169.254/latest/meta-data/",
      "//localhost/",
      "/other",
    ];
    for (const location of locations) {
      const { endpoint, sender } = await outbound.endpointThat(() => ({
        status,
        headers: { location },
      }));
      expect((await sender.send(message)).outcome).toMatchObject(failed("redirect"));
      expect(endpoint.requests).toHaveLength(1);
    }
    expect(target.endpoint.requests).toEqual([]);
    expect(target.endpoint.openSockets()).toBe(0);
  },
);

describe("certificates", () => {
  test("self-signed: not a trusted authority", async () => {
    const made = await generate([{ name: "commonName", value: host }], {
      keyType: "ec",
      algorithm: "sha256",
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
    });
    const { sender } = await outbound.endpointThat(() => ({ status: 200 }), {
      certificate: { cert: made.cert, key: made.private },
    });
    expect((await sender.send(message)).outcome).toMatchObject(
      failed("tls_failed", "tls_unknown_ca"),
    );
  });

  test("a chain of over 100 KB costs neither time nor memory", async () => {
    const filler = (await createAuthority()).ca;
    const { cert, key } = outbound.certificate;
    const chain = `${cert.trim()}\n${`${filler.trim()}\n`.repeat(400)}`;
    const { sender } = await outbound.endpointThat(() => ({ status: 200 }), {
      certificate: { cert: chain, key },
    });
    const sent = await sender.send(message);
    expect(sent.outcome).toMatchObject({
      kind: "failed",
      code: expect.stringMatching(/^(tls_failed|timeout)$/),
    });
    expect(sent.durationMs).toBeLessThan(deadlineMs + STALL_MS);
  });

  test("hundreds of bad ones leave nothing in memory", async () => {
    const certificate = await (await createAuthority()).issue([host]);
    const { sender } = await outbound.endpointThat(() => ({ status: 200 }), {
      certificate,
      deadlineMs: 5_000,
    });
    const sendMany = async (rounds: number) => {
      for (let n = 0; n < rounds; n++) {
        const sent = await Promise.all(Array.from({ length: 10 }, () => sender.send(message)));
        for (const { outcome } of sent) expect(outcome).toMatchObject(failed("tls_failed"));
      }
    };
    await sendMany(20);
    const before = reachableBytes();
    await sendMany(repeats(40, 1_000));
    expect(reachableBytes() - before).toBeLessThan(4 * MEBIBYTE);
  });
});

test.each<[string, () => Reaction, object, number]>([
  ["an endless body", flooding("HTTP/1.1 200 OK\r\n\r\n", "x".repeat(9_999)), delivered, 10_000],
  [
    "endless headers",
    flooding("HTTP/1.1 200 OK\r\n", "x: y\r\n".repeat(100)),
    failed("connect_failed"),
    10_000,
  ],
  [
    "endless early responses",
    flooding("", "HTTP/1.1 102 Processing\r\n\r\n".repeat(100)),
    failed("timeout"),
    1_000,
  ],
])(
  "attempts at %s take less than a mebibyte each, both ends together",
  async (_, respond, expected, ms) => {
    const { sender } = await outbound.endpointThat(respond, { deadlineMs: ms });
    const most = await mostBytesDuring(async () => {
      const sent = await Promise.all(Array.from({ length: AT_ONCE }, () => sender.send(message)));
      for (const { outcome } of sent) expect(outcome).toMatchObject(expected);
    });
    expect(most).toBeLessThan(AT_ONCE * MEBIBYTE);
  },
);
