import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import { Cursor } from "@/lib/contract/common";
import { InvalidInput } from "@/lib/errors";
import { eventually } from "@/testing/eventually";

import { eventStream, formatServerSentEvent, readLastEventId, wantsEventStream } from "./sse";

const request = (headers: Record<string, string> = {}, method = "GET") =>
  new Request("http://localhost/", { method, headers });

test.each([
  ["text/event-stream", true],
  ["TEXT/Event-Stream; charset=utf-8", true],
  ["application/json, text/event-stream", true],
  ["*/*", false],
  ["application/json", false],
  ["text/event-streams", false],
  ["", false],
])("Accept: %s", (accept, expected) => {
  expect(wantsEventStream(request({ accept }))).toBe(expected);
});

test("a frame is one event, whatever its data holds", () => {
  const frame = { event: "changes", id: "7", data: { path: "/a\nevent: x\r\n\u2028" } };
  const text = formatServerSentEvent(frame);
  expect(text).toBe(`id: 7\nevent: changes\ndata: {"path":"/a\\nevent: x\\r\\n\u2028"}\n\n`);
  expect(formatServerSentEvent({ event: "end", data: {} })).toBe("event: end\ndata: {}\n\n");
});

test("Last-Event-ID is checked like a cursor, and an empty one is none", () => {
  expect(readLastEventId(request(), Cursor)).toBeUndefined();
  expect(readLastEventId(request({ "last-event-id": "" }), Cursor)).toBeUndefined();
  expect(readLastEventId(request({ "last-event-id": "42" }), Cursor)).toBe("42");
  for (const bad of ["-1", "1e3", "042", "x", "9".repeat(30)]) {
    expect(() => readLastEventId(request({ "last-event-id": bad }), Cursor)).toThrow(InvalidInput);
  }
});

/** Endless frames that count how many were made. */
function endless() {
  const seen = { made: 0, returned: false };
  const ended = new AbortController();
  async function* frames() {
    try {
      for (;;) yield { event: "n", data: { n: ++seen.made } };
    } finally {
      seen.returned = true;
    }
  }
  return { seen, ended, source: { frames: frames(), ended: ended.signal } };
}

test("a frame is made when the last one was taken, and not before", async () => {
  const { seen, source } = endless();
  const reader = eventStream(request(), () => source).body!.getReader();
  await turn();
  expect(seen.made).toBe(0);
  await reader.read();
  await reader.read();
  await turn();
  expect(seen.made).toBe(2);
  await reader.cancel();
  expect(seen.returned).toBe(true);
});

test("a caller that leaves is notified to the source", async () => {
  for (const how of ["cancel", "abort"] as const) {
    const { source } = endless();
    const client = new AbortController();
    let left: AbortSignal | undefined;
    const response = eventStream(
      new Request("http://localhost/", { signal: client.signal }),
      (s) => {
        left = s;
        return source;
      },
    );
    expect(left!.aborted).toBe(false);
    if (how === "cancel") await response.body!.cancel();
    else client.abort();
    await eventually("the signal", () => left!.aborted);
  }
});

test("after its end a reader that takes nothing is cut off", async () => {
  const { ended, source } = endless();
  const reader = eventStream(request(), () => source, 20).body!.getReader();
  await reader.read();
  ended.abort();
  await expect(reader.closed).rejects.toThrow("stopped reading");
});

async function* failing() {
  yield { event: "n", data: {} };
  throw new Error("the database is away");
}

test("a source that fails ends the stream after what it has said", async () => {
  const source = { frames: failing(), ended: new AbortController().signal };
  expect(await eventStream(request(), () => source).text()).toBe("event: n\ndata: {}\n\n");
});

test("HEAD answers the headers and opens nothing", async () => {
  const response = eventStream(request({}, "HEAD"), () => {
    throw new Error("opened");
  });
  expect(response.body).toBeNull();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
});
