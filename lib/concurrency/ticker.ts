/** Runs a task periodically and on request; concurrent requests share a run. */
export type Ticker = {
  /** Starts; no effect while running. */
  start(): void;
  /** Runs now, or again after the run in progress, which may have started too early. */
  now(): void;
  /** Stops; a run in progress finishes. */
  stop(): void;
};

/**
 * Runs `work` every `everyMs` after the end of the last run, never concurrently and, however often requested,
 * at most once per `restMs`. A failed run is retried at the next tick.
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
    // The database is briefly unavailable; waiting callers have their own deadline.
    await work().catch(() => undefined);
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
