import { expect, test } from "vitest";

import { readPageToken, writePageToken } from "./page-token";

const listing = { filesystemId: "fs_1", path: "/a", recursive: true };

test.each(["/b", "/b c/\u{1f30a}", "/ \n", `/${"\u0001".repeat(255)}`])(
  "%j comes back",
  (after) => {
    const token = writePageToken(listing, { cursor: "4711", after });
    expect(token).toMatch(/^[\w-]+$/);
    expect(readPageToken(listing, token)).toEqual({ cursor: "4711", after });
  },
);

const token = writePageToken(listing, { cursor: "4711", after: "/b" });
const forge = (change: (text: string) => string) =>
  Buffer.from(change(Buffer.from(token, "base64url").toString())).toString("base64url");

test.each([
  ["nothing", listing, ""],
  ["garbage", listing, "garbage!"],
  ["cut off", listing, token.slice(0, -4)],
  ["another directory", { ...listing, path: "/b" }, token],
  ["another filesystem", { ...listing, filesystemId: "fs_2" }, token],
  ["not recursive", { ...listing, recursive: false }, token],
  ["a climbing path", listing, forge((text) => text.replace("/b", "/../b"))],
  ["a path of another spelling", listing, forge((text) => text.replace("/b", "//b"))],
  ["no cursor", listing, forge((text) => text.replace("4711", "99999999999999999999"))],
])("refused: %s", (_, location, text) => {
  expect(() => readPageToken(location, text)).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ type: "page_token" })] }),
  );
});
