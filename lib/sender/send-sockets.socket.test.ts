import { beforeAll, describe, expect, test } from "vitest";

import { POLICY } from "@/lib/delivery/policy";
import { mostBetween, type Reaction } from "@/testing/endpoint";
import {
  countSockets,
  createOutbound,
  type Outbound,
  badHttp,
  deadlineMs,
  delivered,
  failed,
  message,
  ok,
} from "@/testing/outbound";
import { STALL_MS } from "@/testing/stall";

// What a machine delays is not what these are about.
const LONG = { deadlineMs: POLICY.deadlineMs };

let outbound: Outbound;
const openAtStart = countSockets();
beforeAll(async () => {
  outbound = await createOutbound();
});

// Concurrent, because each waits for seconds; sockets are counted when all are done.
describe.concurrent("waiting sockets", () => {
  test("are reused after a success, not after a failure", async () => {
    const statuses = [200, 200, 500, 200];
    const { endpoint, sender } = await outbound.endpointThat(
      () => ({ status: statuses.shift() ?? 200 }),
      LONG,
    );
    for (let i = 0; i < 4; i += 1) await sender.send(message);
    expect(endpoint.requests.map((request) => request.connection)).toEqual([1, 1, 1, 2]);
  });

  test("close after four seconds", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() => ({ status: 200 }), LONG);
    const startedAt = performance.now();
    await sender.send(message);
    await expect
      .poll(() => endpoint.openSockets(), { timeout: 2 * STALL_MS, interval: 20 })
      .toBe(0);
    const elapsed = performance.now() - startedAt;
    expect(elapsed).toBeGreaterThan(3_900);
    expect(elapsed).toBeLessThan(4_000 + STALL_MS);
  });

  test("a stray second response acknowledges nothing and closes the socket", async () => {
    const { endpoint, sender } = await outbound.endpointThat(
      ({ connection }) =>
        (socket) => {
          if (connection > 1) socket.write("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n");
          else socket.write(ok, () => setTimeout(() => socket.write(ok), 20));
        },
      LONG,
    );
    expect((await sender.send(message)).outcome).toMatchObject(delivered);
    await expect.poll(() => endpoint.openSockets(), { timeout: 2_000, interval: 5 }).toBe(0);
    expect((await sender.send(message)).outcome).toMatchObject(failed("http_500"));
  });

  test.each<[string, Reaction]>([
    ["reset", "reset"],
    ["ended", (socket) => socket.end()],
  ])("a stale one (%s) costs one resend, a second after the first start", async (_, stale) => {
    const { endpoint } = await outbound.endpointThat(({ connection }) =>
      connection === 1 && endpoint.requests.length === 2 ? stale : { status: 200 },
    );
    const sender = outbound.senderTo(endpoint.port, { deadlineMs: 3_000 });
    await sender.send(message);
    let ticks = 1_700_000_000_000;
    const sent = await sender.send({ ...message, clock: () => (ticks += 5_000) });
    expect(sent).toMatchObject({ outcome: delivered, starts: 2 });
    const [, first, second] = endpoint.requests;
    expect([first!.connection, second!.connection]).toEqual([1, 2]);
    expect(mostBetween(first, second)).toBeGreaterThan(1_000);
    expect(second!.body).toBe(first!.body);
    const header = (request: typeof first, name: string) =>
      request!.headers.find(([key]) => key === name)?.[1];
    expect(header(second, "webhook-id")).toBe(header(first, "webhook-id"));
    expect(
      Number(header(second, "webhook-timestamp")) - Number(header(first, "webhook-timestamp")),
    ).toBe(5);
    expect(sent.firstByteAt).toBeGreaterThan(first!.notBefore + 1_000);
  });

  test("what may be sent only once goes on a socket of its own, so that no stale one costs a second start", async () => {
    const { endpoint } = await outbound.endpointThat(({ connection }) =>
      connection === 2 ? "reset" : { status: 200 },
    );
    const sender = outbound.senderTo(endpoint.port, { deadlineMs: 3_000 });
    await sender.send(message);
    const sent = await sender.send({ ...message, once: true });
    expect(sent).toMatchObject({ outcome: failed("connect_failed"), starts: 1 });
    expect(endpoint.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  test("a socket with a partial response is not stale", async () => {
    const { endpoint } = await outbound.endpointThat(() =>
      endpoint.requests.length === 2 ? (socket) => socket.end("HTTP/1.1 2") : { status: 200 },
    );
    const sender = outbound.senderTo(endpoint.port, { deadlineMs: 3_000 });
    await sender.send(message);
    expect(await sender.send(message)).toMatchObject({ outcome: badHttp, starts: 1 });
    expect(endpoint.requests).toHaveLength(2);
  });

  test("the resend stays within the deadline", async () => {
    const { endpoint, sender } = await outbound.endpointThat(() =>
      endpoint.requests.length === 2 ? "reset" : { status: 200 },
    );
    await sender.send(message);
    const sent = await sender.send(message);
    expect(sent).toMatchObject({ outcome: failed("timeout", "timeout_http"), starts: 1 });
    expect(sent.durationMs).toBeLessThan(deadlineMs + STALL_MS);
  });
});

test("no socket is left open", async () => {
  await outbound.cleanUp();
  await expect.poll(countSockets, { timeout: STALL_MS, interval: 5 }).toBe(openAtStart);
});
