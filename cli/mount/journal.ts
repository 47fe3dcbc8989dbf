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
  let lastId = 0;
  let open = 0;
  let timer: NodeJS.Timeout | null = null;
  let isSaving = false;
  const write = (line: Line) => {
    fs.appendFileSync(fd, `${JSON.stringify(line)}\n`);
    timer ??= setTimeout(() => {
      timer = null;
      fs.fdatasync(fd, () => undefined);
      if (!isSaving) void save();
    }, SYNC_MS);
  };
  const save = async () => {
    isSaving = true;
    for (let id = unsaved.shift(); id !== undefined; id = unsaved.shift()) {
      const file = files.get(id);
      if (file !== undefined && (await isForced(file)) && files.has(id)) write({ stored: id });
    }
    isSaving = false;
  };
  return {
    add(entry: JournalEntry): number {
      lastId += 1;
      open += 1;
      if (entry.kind === "put") {
        files.set(lastId, entry.file);
        unsaved.push(lastId);
      }
      write({ add: lastId, entry });
      return lastId;
    },
    end(id: number): void {
      open -= 1;
      files.delete(id);
      // Nothing is under way: everything in it is history.
      if (open === 0) fs.ftruncateSync(fd);
      else write({ end: id });
    },
  };
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
