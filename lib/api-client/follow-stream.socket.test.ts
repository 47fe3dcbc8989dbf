import { createServer, type ServerResponse } from "node:http";

import { afterEach, expect, test, vi } from "vitest";

import { portOf } from "@/testing/endpoint";

import { followStream, type LiveState, openStream } from "./follow-stream";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Follows a service that answers each connection in its turn; what was seen, and how it stood. */
async function follow(...responses: ((outgoing: ServerResponse) => void)[]) {
  return followWithin(10_000, ...responses);
}

async function followWithin(
  silenceMs: number,
  ...responses: ((outgoing: ServerResponse) => void)[]
) {
  const seen: unknown[] = [];
  const states: LiveState[] = [];
  const server = createServer((_, outgoing) => {
    const respond = responses.shift();
    if (respond === undefined) outgoing.destroy();
    else respond(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const left = new AbortController();
  closing.push(
    () => left.abort(),
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  const done = followStream(openStream(`http://127.0.0.1:${portOf(server)}/`), {
    signal: left.signal,
    onEvent: ({ data }) => seen.push(data),
    onState: (state) => states.push(state),
    waitMs: 5,
    silenceMs,
  });
  return { seen, states, done, leave: () => left.abort() };
}

const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const kinds = (states: LiveState[]) => states.map(({ kind }) => kind);

test("a lost connection is reported and reconnects", async () => {
  const { seen, states, leave, done } = await follow(
    (outgoing) => outgoing.end(frame("snapshot", { n: 1 })),
    (outgoing) => void outgoing.writeHead(503).end(),
    (outgoing) => void outgoing.write(frame("snapshot", { n: 2 })),
  );
  await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }, { n: 2 }]), { timeout: 10_000 });
  expect(kinds(states)).toEqual(["connecting", "live", "interrupted", "interrupted", "live"]);
  leave();
  await done;
});

test("a silent connection counts as lost", async () => {
  const { seen, states } = await followWithin(
    200,
    (outgoing) => void outgoing.write(frame("snapshot", { n: 1 })),
    (outgoing) => void outgoing.write(frame("snapshot", { n: 2 })),
  );
  await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 10_000 });
  expect(kinds(states)).toContain("interrupted");
});

test("a stream that the service ended or refused is not reconnected", async () => {
  const ended = await follow((outgoing) =>
    outgoing.end(frame("end", { code: "no_grant", message: "", request_id: "req_1" })),
  );
  await ended.done;
  expect(ended.states.at(-1)).toMatchObject({
    kind: "ended",
    error: { code: "no_grant", requestId: "req_1" },
  });
  const refused = await follow((outgoing) => void outgoing.writeHead(401).end());
  await refused.done;
  expect(refused.states.at(-1)).toMatchObject({ kind: "ended", error: { status: 401 } });
});
