import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

// With the time and the id the name stays below the 255 bytes that a disk allows.
const NAME_BYTES = 150;

/** Where bytes that could not be stored are. */
export const keptIn = (cache: string): string => path.join(cache, "kept");

/** Moves bytes that could not be stored to where their owner finds them. Returns the file. @throws the disk's error */
export function keep(file: string, name: string, cache: string): string {
  const directory = keptIn(cache);
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const bytes = Buffer.from(name.replaceAll("/", "_")).subarray(0, NAME_BYTES);
  // As a stream it leaves out a character that was cut.
  const short = new TextDecoder().decode(bytes, { stream: true });
  const kept = path.join(directory, `${Date.now()}${short}-${randomUUID().slice(0, 8)}`);
  fs.renameSync(file, kept);
  return kept;
}
