import fs from "node:fs";
import path from "node:path";

import { type JournalEntry, Line } from "./journal-line";

/** A change that a process had under way. `isStored`: a power cut has not taken any of its contents. */
export type Pending = { id: number; entry: JournalEntry; isStored: boolean };

const madeIn = (directory: string) => path.join(directory, "made");

/** What a process that died had under way, in order. A line that was cut off is the last one, and was not answered. */
export function readJournal(directory: string): Pending[] {
  const pending = new Map<number, Pending>();
  for (const text of read(path.join(directory, "journal")).split("\n")) {
    const line = parse(text);
    if (line === null) break;
    if ("add" in line) {
      const { add: id, entry } = line;
      pending.set(id, { id, entry, isStored: entry.kind !== "put" });
    } else if ("end" in line) pending.delete(line.end);
    else {
      const one = pending.get(line.stored);
      if (one !== undefined) one.isStored = true;
    }
  }
  // What follows the last line feed was cut off.
  for (const id of read(madeIn(directory)).split("\n").slice(0, -1)) pending.delete(Number(id));
  return [...pending.values()];
}

/** Notes that a change of a process that died is made, or was refused: it is not made a second time. */
export function noteMade(directory: string, id: number): void {
  const fd = fs.openSync(madeIn(directory), "a", 0o600);
  fs.writeSync(fd, `${id}\n`);
  fs.fdatasyncSync(fd);
  fs.closeSync(fd);
}

const read = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");

function parse(text: string): Line | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
