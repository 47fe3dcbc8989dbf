import fs from "node:fs";
import path from "node:path";

import type { JournalEntry, Line } from "./journal-line";

const SYNC_MS = 100;

export type Journal = ReturnType<typeof openJournal>;

/**
 * Changes under way, in a file that outlives the process: what a program may take for written is found again after a
 * crash. It is forced to the disk every 100 ms, and so are the contents that it names, one after another.
 */
export function openJournal(directory: string) {
  const fd = fs.openSync(path.join(directory, "journal"), "a", 0o600);
  /** The file of each put under way. */
  const files = new Map<number, string>();
  const unsaved: number[] = [];
  /** What a full disk did not take; it goes with the next line that it takes. */
  const late: Line[] = [];
  let lastId = 0;
  let open = 0;
  let length = fs.fstatSync(fd).size;
  let timer: NodeJS.Timeout | null = null;
  let isSaving = false;
  const write = (line: Line) => {
    length = append(fd, length, [...late, line]);
    late.length = 0;
    timer ??= setTimeout(() => {
      timer = null;
      fs.fdatasync(fd, () => undefined);
      if (!isSaving) void save();
    }, SYNC_MS);
  };
  // Without it a change is only made once more after a crash, or its contents are doubted after a power cut.
  const note = (line: Line) => {
    try {
      write(line);
    } catch {
      late.push(line);
    }
  };
  const save = async () => {
    isSaving = true;
    for (let id = unsaved.shift(); id !== undefined; id = unsaved.shift()) {
      const file = files.get(id);
      if (file !== undefined && (await isForced(file)) && files.has(id)) note({ stored: id });
    }
    isSaving = false;
  };
  return {
    /** @throws the disk's error; then the change is not under way */
    add(entry: JournalEntry): number {
      lastId += 1;
      write({ add: lastId, entry });
      open += 1;
      if (entry.kind === "put") {
        files.set(lastId, entry.file);
        unsaved.push(lastId);
      }
      return lastId;
    },
    end(id: number): void {
      open -= 1;
      files.delete(id);
      // Nothing is under way: everything in it is history.
      if (open > 0) return note({ end: id });
      fs.ftruncateSync(fd);
      late.length = 0;
      length = 0;
    },
  };
}

/** Adds lines to a file of this length, all or none, and returns its new length. @throws the disk's error */
function append(fd: number, length: number, lines: readonly Line[]): number {
  const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  try {
    fs.appendFileSync(fd, text);
  } catch (error) {
    // What follows a part of a line could not be read.
    fs.ftruncateSync(fd, length);
    throw error;
  }
  return length + text.length;
}

/** Whether contents are on the disk now; not those that were uploaded and deleted meanwhile. */
async function isForced(file: string): Promise<boolean> {
  try {
    const opened = await fs.promises.open(file, "r");
    try {
      await opened.datasync();
      return true;
    } finally {
      await opened.close();
    }
  } catch {
    return false;
  }
}
