import { expect, test } from "vitest";

import type { Entry } from "@/cli/mount/fuse/handlers";

import {
  encodeEntry,
  encodeOpen,
  encodeStat,
  encodeStatistics,
  encodeWritten,
  writeReplyHeader,
} from "./encode";
import { encodeInit } from "./init";
import { encodeIncrementEpoch, encodeInvalidateEntry, encodeInvalidateNode } from "./notices";

const FILE: Entry = {
  node: 2,
  entrySeconds: 3_600,
  attributeSeconds: 3_600,
  attributes: {
    node: 2,
    size: 3,
    mode: 0o100600,
    links: 2,
    uid: 1_000,
    gid: 1_001,
    device: 0,
    accessed: { seconds: 1_795_392_175, nanoseconds: 578_000_000 },
    modified: { seconds: 1_795_392_175, nanoseconds: 580_000_000 },
    changed: { seconds: 1_795_392_175, nanoseconds: 583_000_000 },
  },
};

// What a Linux 6.18 kernel accepted, and showed to programs as these values.
test.each<[string, Buffer, string]>([
  [
    "an entry",
    encodeEntry(FILE),
    "02000000000000000000000000000000100e000000000000100e0000000000000000000000000000020000000000000003000000000000000100000000000000af82036b00000000af82036b00000000af82036b000000008094732200199222c0dfbf228081000002000000e8030000e9030000000000000010000000000000",
  ],
  [
    "a missing entry",
    encodeEntry({ node: null, entrySeconds: 3_600 }),
    `00000000000000000000000000000000100e${"00".repeat(110)}`,
  ],
  [
    "attributes with a time before 1970",
    encodeStat({
      attributeSeconds: 3_600,
      attributes: {
        ...FILE.attributes,
        size: 10_000,
        mode: 0o100640,
        links: 1,
        uid: 0,
        gid: 0,
        accessed: { seconds: -2, nanoseconds: 500_000_000 },
        modified: { seconds: 1_700_000_000, nanoseconds: 123_456_789 },
        changed: { seconds: 1_795_392_175, nanoseconds: 577_000_000 },
      },
    }),
    "100e0000000000000000000000000000020000000000000010270000000000001400000000000000feffffffffffffff00f1536500000000af82036b000000000065cd1d15cd5b0740526422a0810000010000000000000000000000000000000010000000000000",
  ],
  ["an open file", encodeOpen(2, true), "02000000000000000200000000000000"],
  ["an open directory", encodeOpen(1, false), "01000000000000000000000000000000"],
  ["a written size", encodeWritten(5), "0500000000000000"],
  [
    "statistics",
    encodeStatistics({
      bytes: 67_108_864,
      bytesFree: 67_106_816,
      files: 1_000_000,
      filesFree: 999_994,
    }),
    `0040000000000000ff3f000000000000ff3f00000000000040420f00000000003a420f000000000000100000ff00000000100000${"00".repeat(28)}`,
  ],
  [
    "the features we use of those the kernel offers",
    encodeInit({
      op: "init",
      major: 7,
      minor: 45,
      readAheadBytes: 131_072,
      flags: 0x73fffffb,
    }),
    `070000002d0000000000020021e0c4004000300000001000010000000001${"00".repeat(34)}`,
  ],
  [
    "a node to forget",
    encodeInvalidateNode(2 ** 40 + 7),
    `280000000200000000000000000000000700000000010000${"00".repeat(16)}`,
  ],
  [
    "a name to forget",
    encodeInvalidateEntry(1, "dé"),
    "240000000300000000000000000000000100000000000000030000000000000064c3a900",
  ],
  ["all names to forget", encodeIncrementEpoch(), "10000000080000000000000000000000"],
])("%s", (_, bytes, expected) => {
  expect(bytes.toString("hex")).toBe(expected);
});

test("a reply has the length, the negative error and the number of its request", () => {
  const header = Buffer.alloc(16);
  writeReplyHeader(header, 0x8000_0000_0000_0001n, 84, 0);
  expect(header.toString("hex")).toBe("10000000acffffff0100000000000080");
});

test("another major version of the protocol is refused", () => {
  const offer = { op: "init", major: 8, minor: 0, readAheadBytes: 0, flags: 0 } as const;
  expect(() => encodeInit(offer)).toThrow("EPROTO");
});
