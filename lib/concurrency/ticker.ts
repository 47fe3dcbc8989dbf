import { onBehalfOf } from "./on-behalf-of";

/** Repeats one piece of work; several requests for it at once cost one run. */
export type Ticker = {
  /** Starts repeating; does nothing if it already repeats. */
  start(): void;
  /**
   * Runs now, or once more after the run in progress, which may have started too early to see a
   * change.
   */
  now(): void;
  /** Stops repeating; a run in progress completes. */
  stop(): void;
};

/**
 * Runs `work` every `everyMs` milliseconds from the end of the last run, never concurrently and,
 * however often `now` is called, not sooner than `restMs` after the last. A failed run is retried
 * at the next interval.
 */
export function createTicker(
  work: () => Promise<void>,
  { everyMs, restMs }: { everyMs: number; restMs: number },
): Ticker {
  let state: "idle" | "working" | "resting" = "idle";
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let again = false;

  const run = async () => {
    state = "working";
    again = false;
    // The database may be down for a moment; callers that wait have deadlines of their own.
    await onBehalfOf(null, work).catch(() => undefined);
    state = started ? "resting" : "idle";
    if (started) timer = setTimeout(wakeUp, restMs);
  };
  const wakeUp = () => {
    state = "idle";
    if (again) void run();
    else timer = setTimeout(() => void run(), everyMs - restMs);
  };

  return {
    start() {
      if (started) return;
      started = true;
      if (state === "idle") timer = setTimeout(() => void run(), everyMs);
    },
    now() {
      again = true;
      if (!started || state !== "idle") return;
      clearTimeout(timer);
      void run();
    },
    stop() {
      started = false;
      again = false;
      clearTimeout(timer);
      if (state === "resting") state = "idle";
    },
  };
}
