import { createHash, randomBytes } from "node:crypto";

import type { Random } from "./fuzz/random";
import { call } from "./tenant";

/** Bytes of a file as a request names them; `end` is the first one after them. */
export type SentRange = { start: number; bytes: Buffer };

/** A file as this filesystem's routes show it. */
export type RangedFile = { url: string; key: string; base: string; path: string };

export const tagOf = (content: Uint8Array) =>
  `"${createHash("sha256").update(content).digest("hex").slice(0, 32)}"`;

/** Sends ranges, and checks them against the content with the entity tag `ifMatch`. */
export function sendRanges(
  { url, key, base, path }: RangedFile,
  ranges: readonly SentRange[],
  total: number,
  headers: Record<string, string>,
) {
  const list = ranges.map(({ start, bytes }) => `${start}-${start + bytes.length - 1}`).join(",");
  return call(
    { url },
    key,
    "PATCH",
    `${base}/files:content?path=${path}`,
    new Uint8Array(Buffer.concat(ranges.map(({ bytes }) => bytes))),
    { "content-range": `bytes ${list || "*"}/${total}`, ...headers },
  );
}

/** What ranges make of a content. */
export function applyRanges(content: Buffer, ranges: readonly SentRange[], total: number) {
  const made = Buffer.alloc(total);
  content.copy(made, 0, 0, total);
  for (const { start, bytes } of ranges) bytes.copy(made, start);
  return made;
}

/** Ranges in ascending order for a file that gets `total` bytes, often none or adjacent ones. */
export function randomRanges(random: Random, total: number): SentRange[] {
  const ranges: SentRange[] = [];
  for (let at = 0; ranges.length < 5;) {
    const start = at + (random.chance(30) ? 0 : random.below(Math.max(total, 1)));
    const end = Math.min(total, start + 1 + random.below(random.chance(50) ? 50 : 40_000));
    if (start >= end) return ranges;
    ranges.push({ start, bytes: randomBytes(end - start) });
    at = end;
  }
  return ranges;
}
