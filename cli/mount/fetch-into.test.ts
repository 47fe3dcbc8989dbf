import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { fetchInto } from "./fetch-into";

let directory: string;
let fd: number;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "tidemark-fetch-"));
  fd = fs.openSync(path.join(directory, "file"), "w+");
});
afterEach(() => {
  fs.closeSync(fd);
  fs.rmSync(directory, { recursive: true });
});

const bytes = randomBytes(1_000);
const source = { path: "/f", etag: '"x"', size: bytes.length };
const ONCE = { forMs: 0 };

/** A service whose every body breaks off after so many bytes, as a connection does. */
function breakingAfter(most: number) {
  const asked: ([number, number] | null)[] = [];
  const read = (_path: string, _etag: string, range: [number, number] | null) => {
    asked.push(range);
    const [from, last] = range ?? [0, bytes.length - 1];
    const part = new Uint8Array(bytes.subarray(from, Math.min(from + most, last + 1)));
    let isSent = false;
    const pull = (body: ReadableStreamDefaultController) => {
      if (isSent || part.length === 0) return body.error(new TypeError("terminated"));
      isSent = true;
      body.enqueue(part);
    };
    return Promise.resolve(new Response(new ReadableStream({ pull })));
  };
  return { asked, read };
}

test("a body that breaks off again and again is read on, each time from what is there", async () => {
  const remote = breakingAfter(400);
  await fetchInto(fd, remote, source, [0, 1_000], ONCE);
  expect(fs.readFileSync(path.join(directory, "file")).equals(bytes)).toBe(true);
  expect(remote.asked).toEqual([null, [400, 999], [800, 999]]);
});

test("a body of which nothing arrives counts as a service that is away", async () => {
  await expect(fetchInto(fd, breakingAfter(0), source, [0, 1_000], ONCE)).rejects.toMatchObject({
    status: 0,
    code: "unreachable",
  });
});
