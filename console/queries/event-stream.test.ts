import { expect, test } from "vitest";

import { createEventReader } from "./event-stream";

const TEXT = 'event: snapshot\ndata: {"a":"x: y"}\n\nid: 7\nevent: heartbeat\ndata: {}\n\n';

test("events come out whole wherever the network cuts the text", () => {
  for (let cut = 0; cut <= TEXT.length; cut++) {
    const read = createEventReader();
    expect([...read(TEXT.slice(0, cut)), ...read(TEXT.slice(cut))]).toEqual([
      { event: "snapshot", data: { a: "x: y" } },
      { event: "heartbeat", data: {} },
    ]);
  }
});

test("what is not complete yet stays inside", () => {
  expect(createEventReader()('event: webhook\ndata: {"id":1}\n')).toEqual([]);
});
