import path from "node:path";

import { RequestError } from "@/lib/api-client/request";

import { hashOf } from "./file-body";
import type { Made, Remote, Stamp } from "./remote";

// An entity tag is the first half of the SHA-256, in hex.
const ETAG_CHARACTERS = 32;

/** What is uploaded to a path: the first `size` bytes of a local file, made from what had an etag; null: from no file. */
export type Write = {
  at: string;
  file: string;
  size: number;
  stamp: Stamp;
  basedOn: string | null;
};

/** The name for what was written here, beside what others wrote. */
function copyNameOf(at: string, when: Date): string {
  const { dir, name, ext } = path.posix.parse(at);
  const time = when.toISOString().slice(0, 19).replace("T", " ").replaceAll(":", ".");
  return path.posix.join(dir, `${name} (conflict ${time})${ext}`);
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
  try {
    return await remote.put(at, file, size, stamp, condition);
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== "precondition_failed") throw error;
  }
  // It may be there already: its response was lost.
  const found = await remote.stat(at);
  const hash = await hashOf(file, size);
  if (found?.etag === `"${hash.slice(0, ETAG_CHARACTERS)}"`) return { stat: found, cursor: null };
  const name = copyNameOf(at, new Date());
  const made = await remote.put(name, file, size, stamp);
  copied(name);
  return made;
}
