import type { FilesystemIds } from "@/cli/find-filesystem";
import type { ApiClient } from "@/lib/api-client/client";
import { RequestError } from "@/lib/api-client/request";
import { entries } from "@/lib/contract/entries";

/** The most that one call returns of a file. */
export const MAX_BYTES = 256 * 1024;

/** A part of a file: text, or Base64 if it has bytes that no text has. */
export type Part = {
  size: number;
  /** Where the next part starts; null at the end. */
  next_offset: number | null;
} & ({ text: string } | { base64: string });

type Range = { offset: number; length: number };

// Files that are read in parts at one time; of others it is not noticed that they changed.
const MOST_FILES = 100;

/** Reads parts of files. Those of one file are of one version, until a part from its start begins another. */
export function createPartReader(client: ApiClient) {
  const begun = new Map<string, string>();
  return async (params: FilesystemIds, path: string, range: Range): Promise<Part> => {
    const key = `${params.fs_id}${path}`;
    const etag = range.offset === 0 ? undefined : begun.get(key);
    const response = await open(client, { params, path, range, etag }).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.code !== "precondition_failed") throw error;
      throw new Error("The file changed while it was read; read it again from offset 0.");
    });
    const part = await readPart(response, range);
    begun.delete(key);
    if (part.next_offset !== null) begun.set(key, response.headers.get("etag") ?? "*");
    for (const [oldest] of begun) if (begun.size > MOST_FILES) begun.delete(oldest);
    return part;
  };
}

/** Reads up to `length` bytes of a file. @throws RequestError */
export const readContent = async (
  client: ApiClient,
  params: FilesystemIds,
  path: string,
  range: Range,
): Promise<Part> => readPart(await open(client, { params, path, range }), range);

const open = (
  { send }: ApiClient,
  {
    params,
    path,
    range: { offset, length },
    etag,
  }: { params: FilesystemIds; path: string; range: Range; etag?: string | undefined },
) =>
  send(entries.read, {
    params,
    query: { path },
    headers: {
      // Of an empty file no range can be read.
      ...(offset === 0 ? {} : { range: `bytes=${offset}-${offset + length - 1}` }),
      ...(etag === undefined ? {} : { "if-match": etag }),
    },
    accept: [200, 206],
  });

async function readPart(response: Response, { offset, length }: Range): Promise<Part> {
  const read = await readUpTo(response, length);
  const size = sizeOf(response, read.length);
  // A character that the next part ends is in that one, unless nothing would be in this.
  const whole = offset + read.length < size ? read.subarray(0, endOfCharacters(read)) : read;
  const bytes = whole.length > 0 ? whole : read;
  const end = offset + bytes.length;
  const next = { size, next_offset: end < size ? end : null };
  const text = textOf(bytes);
  return text === null ? { ...next, base64: bytes.toString("base64") } : { ...next, text };
}

/** Null if it would not be the same bytes again. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Where a character of UTF-8 begins that is cut off at the end; the length if none is. */
function endOfCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0 && at >= bytes.length - 3; at--) {
    const byte = bytes[at] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return at + length > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/** The first bytes of a body; the rest is not read. */
async function readUpTo(response: Response, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

function sizeOf({ headers }: Response, read: number): number {
  const total = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return Number(total ?? headers.get("content-length") ?? read);
}
