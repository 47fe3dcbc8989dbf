import { syncContents } from "./contents";
import type { Mirror } from "./mirror";
import type { Changed } from "./mirror-sync";
import type { Reporter } from "./report";
import type { Source } from "./sync";
import { persist } from "./work";

export type ContentsWorker = {
  /** Returns immediately. */
  changed: Changed;
  /** Waits for the current file. */
  finish(): Promise<void>;
};

export type ContentsOptions = {
  mirror: () => Mirror;
  source: () => Promise<Source>;
  report: Reporter;
  signal: AbortSignal;
};

/**
 * Returns a worker that keeps the files' contents on disk equal to the mirror. Messages carry no
 * contents and must be acknowledged within 10 seconds, so this happens in the background.
 */
export function createContentsWorker(
  directory: string,
  { mirror, source, report, signal }: ContentsOptions,
): ContentsWorker {
  let dirty: Set<string> | "all" = new Set();
  let requested: bigint | null = null;
  let background: Promise<void> = Promise.resolve();

  async function sync(): Promise<void> {
    if (dirty !== "all" && dirty.size === 0) return;
    const [paths, cursor] = [dirty === "all" ? null : [...dirty], requested];
    dirty = new Set();
    try {
      const fetched = await syncContents(directory, mirror, await source(), paths);
      if (cursor !== null) report({ event: "contents", cursor: cursor.toString(), fetched });
    } catch (error) {
      dirty = "all";
      throw error;
    }
  }

  return {
    changed(paths, cursor) {
      requested = cursor;
      if (paths === null) dirty = "all";
      else if (dirty !== "all") for (const path of paths) dirty.add(path);
      background = background.then(() => persist("fetching contents", sync, report, signal));
    },
    finish: () => background,
  };
}
