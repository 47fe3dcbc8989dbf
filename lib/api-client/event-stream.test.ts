import { expect, test } from "vitest";

import { createEventReader } from "./event-stream";

const TEXT = 'event: snapshot\ndata: {"a":"x: y"}\n\nid: 7\nevent: heartbeat\ndata: {}\n\n';

test("events are complete wherever the network splits the text", () => {
  for (let cut = 0; cut <= TEXT.length; cut++) {
    const read = createEventReader();
    expect([...read(TEXT.slice(0, cut)), ...read(TEXT.slice(cut))]).toEqual([
      { event: "snapshot", data: { a: "x: y" } },
      { event: "heartbeat", data: {} },
    ]);
  }
});

test("an incomplete event is held back", () => {
  expect(createEventReader()('event: webhook\ndata: {"id":1}\n')).toEqual([]);
});
