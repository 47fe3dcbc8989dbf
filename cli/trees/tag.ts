import { createHash } from "node:crypto";

/** An entity tag is the first 32 hex digits of the content's SHA-256 (spec 5.4). */
const DIGITS = 32;

/** The tag of a content. */
export async function tagOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex").slice(0, DIGITS);
}

/** The same stream, whose tag is known when it has ended. */
export function hashing(stream: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  async function* read() {
    for await (const chunk of stream) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { stream: read(), tag: () => hash.copy().digest("hex").slice(0, DIGITS) };
}

/** An entity tag of the API without its quotes. */
export const withoutQuotes = (etag: string): string => etag.replaceAll('"', "");
