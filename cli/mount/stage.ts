import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { type Changed, unchanged } from "./changed-ranges";

/** Contents that are written here and not yet at the service, in a file of their own. */
export type Stage = {
  file: string;
  fd: number;
  /** Something was written since the last upload began. */
  dirty: boolean;
  /** When it was last written to, by the monotonic clock: the other one may be set back. */
  writtenAt: number;
  /** An upload of it is queued or under way, and closes it: a write has to make a copy first. */
  uploading: boolean;
  changed: Changed;
  /** What the program that writes has seen at the service; null: no file. Not known yet while `follows` is set. */
  basedOn: string | null;
  /** What it was copied from, while that is uploaded; its content is the base once the service has it. */
  follows: Stage | null;
};

const UNWRITTEN = { dirty: false, writtenAt: 0, uploading: false, basedOn: null, follows: null };

/** An empty stage in a directory. */
export function createStage(directory: string): Stage {
  const file = path.join(directory, randomUUID());
  return { file, fd: fs.openSync(file, "wx+", 0o600), ...UNWRITTEN, changed: unchanged(0) };
}

/** A stage with the first `size` bytes of a file, which shares its blocks where the disk can. */
export function copyToStage(directory: string, source: string, size: number): Stage {
  const file = path.join(directory, randomUUID());
  fs.copyFileSync(source, file, fs.constants.COPYFILE_FICLONE);
  fs.chmodSync(file, 0o600);
  fs.truncateSync(file, size);
  return { file, fd: fs.openSync(file, "r+"), ...UNWRITTEN, changed: unchanged(size) };
}

/** Closes a stage and deletes its file. */
export function discardStage({ fd, file }: Stage): void {
  fs.closeSync(fd);
  fs.rmSync(file, { force: true });
}

/** At most `size` bytes at an offset; fewer at the end of the file. */
export function readAt(fd: number, offset: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const count = fs.readSync(fd, bytes, done, size - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** Writes all bytes at an offset. @throws the disk's error, such as ENOSPC */
export function writeAt(fd: number, offset: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;)
    done += fs.writeSync(fd, bytes, done, bytes.length - done, offset + done);
}
