import { expect, test } from "vitest";

import { readChecksumCommand } from "./checksum";

test.each([
  ["md5sum", { algorithm: "md5", path: null }],
  ["sha256sum /a.txt", { algorithm: "sha256", path: "/a.txt" }],
  ["sha1sum -- /a.txt", { algorithm: "sha1", path: "/a.txt" }],
  ["md5sum a.txt", { algorithm: "md5", path: "/a.txt" }],
  [String.raw`md5sum /it\'s\ \[new\]`, { algorithm: "md5", path: "/it's [new]" }],
  [`md5sum '/a b'"c \\"d"`, { algorithm: "md5", path: `/a bc "d` }],
  ["md5sum '/$(id)'", { algorithm: "md5", path: "/$(id)" }],
])("%s", (command, expected) => expect(readChecksumCommand(command)).toEqual(expected));

test.each([
  "",
  "id",
  "MD5SUM /a",
  "md5sum /a /b",
  "md5sum -c /a",
  "md5sum /a; id",
  "md5sum /a && id",
  "md5sum $(id)",
  "md5sum `id`",
  'md5sum "$HOME"',
  "md5sum < /a",
  "md5sum /*",
  "md5sum '/a",
  "md5sum /a\\",
  "sh -c md5sum",
])("refused: %s", (command) => expect(readChecksumCommand(command)).toBeNull());
