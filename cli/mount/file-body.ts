import { createHash } from "node:crypto";
import { accessSync, createReadStream } from "node:fs";
import { Readable } from "node:stream";

import { bytesOf, type Range } from "./changed-ranges";

/** Ranges of a local file, one after another, as the body of a request. */
export function bodyOf(file: string, ranges: readonly Range[]): BodyInit {
  // Otherwise it would look like a service that is away.
  accessSync(file);
  // fetch of Node sends any stream; the types are those of the browser.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const stream = () => Readable.toWeb(Readable.from(read(file, ranges))) as unknown as BodyInit;
  return bytesOf(ranges) === 0 ? "" : stream();
}

/** The SHA-256 of the first `size` bytes of a local file, in hex. */
export async function hashOf(file: string, size: number): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of read(file, [[0, size]])) hash.update(chunk);
  return hash.digest("hex");
}

async function* read(file: string, ranges: readonly Range[]): AsyncGenerator<Buffer> {
  for (const [start, to] of ranges)
    if (to > start) yield* createReadStream(file, { start, end: to - 1 });
}
