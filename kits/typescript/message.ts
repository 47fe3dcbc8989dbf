/** What exists at a path. See spec 5.3. */
export type FileInfo = {
  path: string;
  /** `file`, `directory`, `symlink` or `special` */
  type: string;
  /** Bytes; 0 for a directory. */
  size: number;
  /** Changes with the contents. */
  etag: string;
  /** ISO 8601 in UTC. */
  modified_at: string;
};

/** One change. `file` is what counts: it is what exists at the path now, or null. See spec 9.4. */
export type FileEvent = {
  type: "created" | "updated" | "deleted";
  path: string;
  file: FileInfo | null;
};

/** A message of a webhook, or a page of the change feed. */
export type Changes = { cursor: bigint; events: FileEvent[] };

export type Message = Changes & { type: "files.changed" | "files.resync"; filesystem: string };

/** The text is not what the service sends. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}

/** PostgreSQL's bigint: no cursor is greater. */
const MAX_CURSOR = 2n ** 63n - 1n;

/**
 * Reads a cursor: a decimal integer in a string, which can exceed what a `number` holds.
 * @throws FormatError
 */
export function readCursor(value: unknown): bigint {
  const cursor = typeof value === "string" && /^\d{1,19}$/.test(value) ? BigInt(value) : -1n;
  if (cursor < 0n || cursor > MAX_CURSOR) throw new FormatError("the cursor is not an integer");
  return cursor;
}

/**
 * Reads the raw body of a verified request; null when it is not a message. Unknown fields are
 * dropped. See spec 7.19, 9.8.
 */
export function parseMessage(body: Uint8Array): Message | null {
  try {
    const { type, data } = readObject(JSON.parse(new TextDecoder().decode(body)));
    if (type !== "files.changed" && type !== "files.resync") return null;
    const { filesystem_id: filesystem, cursor, events } = readObject(data);
    if (typeof filesystem !== "string") return null;
    return { type, filesystem, cursor: readCursor(cursor), events: readEvents(events) };
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @throws FormatError */
export function readEvents(value: unknown): FileEvent[] {
  return readArray(value).map((item) => {
    const { type, path, file } = readObject(item);
    if (type !== "created" && type !== "updated" && type !== "deleted") throw notA("type of event");
    return { type, path: readText(path), file: file === null ? null : readFile(file) };
  });
}

/** @throws FormatError */
export function readFile(value: unknown): FileInfo {
  const { path, type, size, etag, modified_at } = readObject(value);
  if (typeof size !== "number") throw notA("size");
  return {
    path: readText(path),
    type: readText(type),
    size,
    etag: readText(etag),
    modified_at: readText(modified_at),
  };
}

/** @throws FormatError */
export function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw notA("object");
  return { ...value };
}

/** @throws FormatError */
export function readArray(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw notA("list");
  return value;
}

function readText(value: unknown): string {
  if (typeof value !== "string") throw notA("text");
  return value;
}

const notA = (what: string) => new FormatError(`not a ${what}`);
