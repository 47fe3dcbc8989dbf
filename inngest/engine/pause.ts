/** Resolves after `ms` milliseconds, or as soon as one of `signals` is aborted. */
export function pause(ms: number, ...signals: AbortSignal[]): Promise<void> {
  if (ms <= 0 || signals.some((signal) => signal.aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, MAX_TIMER_MS));
    for (const signal of signals) signal.addEventListener("abort", done);
  });
}

/** A longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
