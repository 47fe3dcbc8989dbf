import type { ReadableFile } from "@/lib/entries/read-file";
import { AppError } from "@/lib/errors";

/** Reads parts of a file as of its opening, one after another without a request for each. */
export type FileReader = {
  /** Fewer bytes than asked for only at the end. Calls must not overlap. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Run = {
  reader: ReadableStreamDefaultReader<Uint8Array>;
  at: number;
  end: number;
  rest: Uint8Array;
};

export function createFileReader(file: ReadableFile): FileReader {
  let run: Run | null = null;
  // Where the last read ended: a read that starts there is one of many.
  let expected = 0;
  const open = async (start: number, end: number): Promise<Run> => {
    const opened = await file.open({ start, end: end - 1 });
    const stream = opened instanceof Uint8Array ? new Blob([opened]).stream() : opened;
    return { reader: stream.getReader(), at: start, end, rest: new Uint8Array() };
  };
  const close = async () => {
    const old = run;
    run = null;
    await old?.reader.cancel().catch(() => undefined);
  };
  // One that failed fails again at once: what is read after it needs another.
  const next = async ({ reader }: Run): Promise<Uint8Array> => {
    try {
      const { value, done } = await reader.read();
      if (!done) return value;
    } catch (error) {
      await close();
      throw error;
    }
    await close();
    throw new AppError("unavailable");
  };
  return {
    close,
    async read(offset, length) {
      const end = Math.min(offset + length, file.size);
      if (offset >= end) return new Uint8Array();
      if (run === null || run.at !== offset || run.end < end) {
        await close();
        run = await open(offset, offset === expected ? file.size : end);
      }
      expected = end;
      const parts: Uint8Array[] = [];
      while (run.at < end) {
        if (run.rest.length === 0) run.rest = await next(run);
        const part = run.rest.subarray(0, end - run.at);
        run.rest = run.rest.subarray(part.length);
        run.at += part.length;
        parts.push(part);
      }
      const [first] = parts;
      return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
    },
  };
}
