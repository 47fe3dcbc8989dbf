/** Repeats one piece of work; several wishes for it at once cost one run. */
export type Ticker = {
  /** Begins to repeat; does nothing while it repeats already. */
  start(): void;
  /** Runs now, or once more after the run in progress, which may have begun too early to see what happened. */
  now(): void;
  /** Repeats no more; a run in progress ends by itself. */
  stop(): void;
};

/**
 * Runs `work` every `everyMs` from the end of the last run, never twice at a time and, however often it is wished
 * for, not before `restMs` after the last. A run that fails is tried again at the next turn.
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
    // The database is away for a moment; whoever waits has a deadline of its own.
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
