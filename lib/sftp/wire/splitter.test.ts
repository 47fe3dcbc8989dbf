import { expect, test } from "vitest";

import { LIMITS } from "@/lib/sftp/limits";

import { u32 } from "./reply";
import { createSplitter, PacketSizeError } from "./splitter";

const packets = ["a", "", "ccc", "d".repeat(70_000)]
  .filter(Boolean)
  .map((text) => Buffer.concat([u32(text.length), Buffer.from(text)]));
const stream = Buffer.concat(packets);

test.each([1, 3, 5, 1_000, stream.length])("packets arrive whole in chunks of %i bytes", (size) => {
  const splitter = createSplitter();
  const found: Buffer[] = [];
  for (let at = 0; at < stream.length; at += size)
    found.push(...splitter.push(stream.subarray(at, at + size)));
  expect(found).toEqual(packets.map((packet) => packet.subarray(4)));
});

test.each([0, LIMITS.packet + 1_025, 2 ** 32 - 1])("a packet of %i bytes is refused", (size) => {
  expect(() => [...createSplitter().push(u32(size))]).toThrow(PacketSizeError);
});
