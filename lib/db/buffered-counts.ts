import { onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { log } from "@/lib/log";

/** Numbers that this process adds up in memory by a key, and writes from time to time. */
export type BufferedCounts<Name extends string> = {
  add(key: string, amounts: Partial<Record<Name, number>>): void;
  /** Writes the counts so far; keeps them if the database is unavailable. Never throws. */
  flush(): Promise<void>;
  /** Writes the remaining counts; later ones are lost. */
  close(): Promise<void>;
};

type Write = (keys: string[], ...columns: number[][]) => Promise<unknown>;

const FLUSH_MS = 1_000;

/**
 * Counts in memory and writes about once a second, so that requests do not contend for one row. `write` gets the keys
 * and a column for each name. A killed process loses up to a second of counts, more while the database is unavailable.
 */
export function createBufferedCounts<Name extends string>(
  names: readonly Name[],
  write: Write,
  flushMs = FLUSH_MS,
): BufferedCounts<Name> {
  // A row of sums for each key, in the order of the names.
  let counts = new Map<string, number[]>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let writing = Promise.resolve();

  const addRow = (key: string, row: readonly number[]) => {
    if (closed) return;
    const sums = counts.get(key) ?? names.map(() => 0);
    counts.set(
      key,
      sums.map((sum, i) => sum + (row[i] ?? 0)),
    );
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  };
  const writeOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = counts;
    if (taken.size === 0) return;
    counts = new Map();
    const rows = [...taken.values()];
    try {
      await write([...taken.keys()], ...names.map((_, i) => rows.map((row) => row[i] ?? 0)));
    } catch (error) {
      log.warn({ err: error }, "failed to write counts; retrying");
      for (const [key, row] of taken) addRow(key, row);
    }
  };
  const flush = () => (writing = onBehalfOf(null, () => writing.then(writeOnce)));

  return {
    add: (key, amounts) =>
      addRow(
        key,
        names.map((name) => amounts[name] ?? 0),
      ),
    flush,
    close() {
      const last = flush();
      closed = true;
      return last;
    },
  };
}
