import { connectApi } from "@/examples/receiver/api";
import type { FileInfo } from "@/examples/receiver/message";
import { apply, emptyMirror, type Mirror } from "@/examples/receiver/mirror";
import { readFeed } from "@/examples/receiver/sync";
import { eventually } from "@/testing/eventually";

const RETRY_MS = 30_000;

/** A mirror that applies the change feed by cursor, page by page, as the changes are made. */
export type FeedMirror = {
  /** Reads the rest of the feed, and returns the entries by path. */
  settled(): Promise<ReadonlyMap<string, FileInfo>>;
  close(): Promise<void>;
};

/** Follows the feed of a filesystem from its start. `base` starts after `/api/v1`. */
export function followFeed(origin: string, key: string, base: string): FeedMirror {
  const stop = new AbortController();
  const { signal } = stop;
  const api = connectApi({ origin, key, retryForMs: RETRY_MS, signal });
  const source = { api, base, prefix: "/" };
  const mirror: Mirror = { ...emptyMirror(), cursor: 0n };
  let pages = 0;
  let ends = 0;
  const run = async () => {
    while (!signal.aborted) {
      const page = await readFeed(source, mirror.cursor ?? 0n).catch(() => null);
      if (page === null) continue;
      if (page.step.kind === "resync") throw new Error("the feed was pruned");
      apply(mirror, page.step);
      pages += 1;
      if (!page.hasMore) ends = pages;
    }
  };
  const running = run();
  running.catch(() => undefined);
  return {
    async settled() {
      // The page that is read now may be from before the last change.
      const from = pages + 1;
      await Promise.race([running, eventually("the end of the feed", () => ends > from)]);
      return mirror.entries;
    },
    async close() {
      stop.abort();
      await running.catch(() => undefined);
    },
  };
}
