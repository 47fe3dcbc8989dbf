import fs from "node:fs";
import path from "node:path";

import { RequestError } from "@/lib/api-client/request";
import { LIMITS } from "@/lib/contract/limits";

import { hashOf } from "./file-body";
import type { Made, Remote, Stamp } from "./remote";

// An entity tag is the first half of the SHA-256, in hex.
const ETAG_CHARACTERS = 32;
// What is longer is no ending that programs go by.
const EXTENSION_BYTES = 64;

/** What is uploaded to a path: the first `size` bytes of a local file, made from what had an etag; null: from no file. */
export type Write = {
  at: string;
  file: string;
  size: number;
  stamp: Stamp;
  basedOn: string | null;
};

/** The n-th name for what was written here, beside what others wrote; as long as a name may be. */
function copyNameOf(at: string, written: Date, n: number): string {
  const { dir, base, ...parts } = path.posix.parse(at);
  const [name, ext] =
    Buffer.byteLength(parts.ext) > EXTENSION_BYTES ? [base, ""] : [parts.name, parts.ext];
  const time = written.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
  const end = ` (conflict ${time}${n > 1 ? ` ${n}` : ""})${ext}`;
  const room = LIMITS.segmentBytes - Buffer.byteLength(end);
  // As a stream it leaves out a character that was cut.
  const short = new TextDecoder().decode(Buffer.from(name).subarray(0, room), { stream: true });
  return path.posix.join(dir, short + end);
}

/** What is said about a copy. */
export const conflictOf = (at: string, copy: string) =>
  `${at} was changed by others: what was written here is in ${copy}`;

/**
 * Uploads a file unless others changed what it was made from: then to a name of its own, which `copied` gets.
 * @throws RequestError
 */
export async function putOrCopy(
  remote: Remote,
  { at, file, size, stamp, basedOn }: Write,
  copied: (name: string) => void,
): Promise<Made> {
  const condition: Record<string, string> =
    basedOn === null ? { "if-none-match": "*" } : { "if-match": basedOn };
  const putOnce = async (name: string, only: Record<string, string>): Promise<Made | null> => {
    try {
      return await remote.put(name, file, size, stamp, only);
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "precondition_failed") throw error;
    }
    // It may be there already: its response was lost.
    const found = await remote.stat(name);
    const hash = await hashOf(file, size);
    return found?.etag === `"${hash.slice(0, ETAG_CHARACTERS)}"`
      ? { stat: found, cursor: null }
      : null;
  };
  const made = await putOnce(at, condition);
  if (made !== null) return made;
  // The same in each repetition.
  const written = fs.statSync(file).mtime;
  for (let n = 1; ; n++) {
    const name = copyNameOf(at, written, n);
    const copy = await putOnce(name, { "if-none-match": "*" });
    if (copy === null) continue;
    copied(name);
    return copy;
  }
}
