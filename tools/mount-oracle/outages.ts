import { setTimeout as sleep } from "node:timers/promises";

const POLL_EVERY_MS = 100;
/** A mount asks for half a minute; its last wait of up to 5 s is not begun if it would end later. */
const LONG_MS = 25_000;
const GAVE_UP = /\b(EIO|ETIMEDOUT)\b/;

/** When a service did not respond. */
export type Outages = {
  /** Whether a failure since `from` is what docs/mounts.md promises of a service that is away for so long. */
  explain: (failure: string, from: number) => boolean;
  close(): Promise<void>;
};

/** Polls all the time whether a service responds. */
export function watchOutages(poll: () => Promise<boolean>, longMs = LONG_MS): Outages {
  const ended: [from: number, to: number][] = [];
  const stop = new AbortController();
  let seen = performance.now();
  const run = async () => {
    while (!stop.signal.aborted) {
      const now = performance.now();
      if (await poll()) {
        if (now - seen >= longMs) ended.push([seen, now]);
        seen = performance.now();
      }
      await sleep(POLL_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    explain(failure, from) {
      const now = performance.now();
      const isLong = ([start, end]: [number, number]) => end - Math.max(start, from) >= longMs;
      return GAVE_UP.test(failure) && [...ended, [seen, now] as [number, number]].some(isLong);
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
