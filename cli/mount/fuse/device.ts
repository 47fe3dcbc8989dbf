import fs from "node:fs";

import { HEADER_OUT_BYTES, writeReplyHeader } from "./wire/encode";
import { MAX_WRITE_BYTES } from "./wire/init";

/** The kernel refuses to read into less than the largest write and its headers. */
const BUFFER_BYTES = MAX_WRITE_BYTES + 4096;
/** The request was interrupted before it was read. */
const RETRIED = new Set(["ENOENT", "EINTR", "EAGAIN"]);
/** The filesystem was unmounted, or its connection aborted. */
const ENDED = new Set(["ENODEV", "ECONNABORTED"]);

/** Whether an error of the device only says that the filesystem is no longer mounted. */
export const isEnd = (error: unknown) => ENDED.has(codeOf(error));

/** Whether the kernel no longer knows the request or the node that a message is about. */
export const isUnknownToKernel = (error: unknown) => codeOf(error) === "ENOENT";

/**
 * Reads requests one after the other until the filesystem is unmounted. `take` gets a message that the next one
 * overwrites. A blocked read occupies a thread of the pool. @throws Error if the device cannot be read
 */
export function readMessages(fd: number, take: (message: Buffer) => void): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  return new Promise((resolve, reject) => {
    const readNext = () =>
      fs.read(fd, buffer, 0, BUFFER_BYTES, null, (error, length) => {
        if (error === null) take(buffer.subarray(0, length));
        else if (isEnd(error)) return resolve();
        else if (!RETRIED.has(codeOf(error))) return reject(error);
        readNext();
      });
    readNext();
  });
}

/** Writes replies; the kernel takes each at once. @throws Error of the write */
export function createReplyWriter(fd: number) {
  const header = Buffer.alloc(HEADER_OUT_BYTES);
  return (unique: bigint, errno: number, body?: Buffer): void => {
    writeReplyHeader(header, unique, errno, body?.length ?? 0);
    fs.writevSync(fd, body === undefined || body.length === 0 ? [header] : [header, body]);
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
