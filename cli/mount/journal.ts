import fs from "node:fs";
import path from "node:path";

import { z } from "zod";

import type { Change } from "./remote";

const SYNC_MS = 100;

/** A change as it is written down: enough to make it after the process has died. */
const Entry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("change"), change: z.custom<Change>() }),
  z.object({
    kind: z.literal("put"),
    path: z.string(),
    file: z.string(),
    stamp: z.record(z.string(), z.union([z.string(), z.number()])),
    // Of a mount that keeps conflicts.
    basedOn: z.string().nullable().optional(),
  }),
  z.object({ kind: z.literal("move"), from: z.string(), to: z.string(), overwrite: z.boolean() }),
  // `node` is what was at `from` before.
  z.object({ kind: z.literal("exchange"), from: z.string(), to: z.string(), node: z.string() }),
]);
export type JournalEntry = z.infer<typeof Entry>;

const Line = z.union([z.object({ add: z.int(), entry: Entry }), z.object({ end: z.int() })]);

export type Journal = ReturnType<typeof openJournal>;

/**
 * Changes under way, in a file that outlives the process: what a program may take for written is found again after a
 * crash. It is forced to the disk every 100 ms, which is what a power cut can lose of a mount that does not wait.
 */
export function openJournal(directory: string) {
  const fd = fs.openSync(path.join(directory, "journal"), "a", 0o600);
  let lastId = 0;
  let open = 0;
  let timer: NodeJS.Timeout | null = null;
  const write = (line: z.infer<typeof Line>) => {
    fs.appendFileSync(fd, `${JSON.stringify(line)}\n`);
    timer ??= setTimeout(() => {
      timer = null;
      fs.fdatasync(fd, () => undefined);
    }, SYNC_MS);
  };
  return {
    add(entry: JournalEntry): number {
      lastId += 1;
      open += 1;
      write({ add: lastId, entry });
      return lastId;
    },
    end(id: number): void {
      open -= 1;
      // Nothing is under way: everything in it is history.
      if (open === 0) fs.ftruncateSync(fd);
      else write({ end: id });
    },
  };
}

/** What a process that died had under way, in order. A line that was cut off is the last one, and was not answered. */
export function readJournal(directory: string): JournalEntry[] {
  const file = path.join(directory, "journal");
  if (!fs.existsSync(file)) return [];
  const entries = new Map<number, JournalEntry>();
  for (const text of fs.readFileSync(file, "utf8").split("\n")) {
    const line = parse(text);
    if (line === null) break;
    if ("add" in line) entries.set(line.add, line.entry);
    else entries.delete(line.end);
  }
  return [...entries.values()];
}

function parse(text: string): z.infer<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
