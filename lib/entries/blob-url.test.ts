import { expect, test } from "vitest";

import { readSettings } from "@/lib/settings";

import { readBlobUrl } from "./blob-url";

const amazon = {
  kind: "s3",
  bucket: "contents",
  prefix: "",
  endpoint: undefined,
  region: "us-east-1",
  pathStyle: false,
};

test.each([
  ["file:///srv/blobs", { kind: "directory", directory: "/srv/blobs" }],
  ["file:///srv/with%20space", { kind: "directory", directory: "/srv/with space" }],
  ["s3://contents", amazon],
  ["s3://contents/", amazon],
  ["s3://contents//a/b//", { ...amazon, prefix: "a/b/" }],
  ["s3://contents?region=eu-central-1", { ...amazon, region: "eu-central-1" }],
  [
    "s3://contents/a?endpoint=http://127.0.0.1:9000&path_style=true",
    { ...amazon, prefix: "a/", endpoint: "http://127.0.0.1:9000", pathStyle: true },
  ],
])("%s is a place", (text, location) => expect(readBlobUrl(text)).toEqual(location));

test.each([
  "nonsense",
  "https://contents",
  "file://host/srv",
  "file:///srv%2Fblobs",
  "file:///srv?x=1",
  "s3://",
  "s3://Contents_1",
  "s3://contents:9000",
  "s3://key:planted@contents",
  "s3://contents/planted%20a",
  "s3://contents?endpoint=planted",
  "s3://contents?endpoint=ftp://planted",
  "s3://contents?endpoint=https://key:planted@host",
  "s3://contents?path_style=planted",
  "s3://contents?secret=planted",
  "s3://contents?region=a&region=b&region=c&region=d",
])("%s is refused, and not repeated", (text) => {
  const problem = readBlobUrl(text);
  expect(problem).toMatch(/^m(ust|ay) /);
  expect(problem).not.toContain("planted");
  expect(() => readSettings({ BLOB_URL: text })).toThrow(/^BLOB_URL m/);
});

test("a bucket takes no file larger than one request may be", () => {
  const MAX_FILE_BYTES = String(5 * 1024 ** 3 + 1);
  expect(() => readSettings({ BLOB_URL: "s3://contents", MAX_FILE_BYTES })).toThrow(
    /^MAX_FILE_BYTES must be at most 5368709120/,
  );
  expect(readSettings({ BLOB_URL: "file:///srv", MAX_FILE_BYTES }).maxFileBytes).toBe(5368709121);
});
