const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Delays signals until `run` has finished, and with them what others do at a signal: exiting between receiving new tokens
 * and storing them would lose the login. One at a time.
 */
export async function uninterrupted<T>(run: () => Promise<T>): Promise<T> {
  const caught: NodeJS.Signals[] = [];
  const hold = (signal: NodeJS.Signals) => void caught.push(signal);
  const others = SIGNALS.map((signal) => ({ signal, listeners: process.listeners(signal) }));
  for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, hold);
  try {
    return await run();
  } finally {
    for (const { signal, listeners } of others) {
      process.off(signal, hold);
      for (const listener of listeners) process.on(signal, listener);
    }
    const [first] = caught;
    if (first !== undefined) process.kill(process.pid, first);
  }
}
