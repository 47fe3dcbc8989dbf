const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Delays signals until `act` has finished: exiting between receiving new tokens and storing them would
 * lose the login.
 */
export async function uninterrupted<T>(run: () => Promise<T>): Promise<T> {
  const caught: NodeJS.Signals[] = [];
  const hold = (signal: NodeJS.Signals) => void caught.push(signal);
  for (const signal of SIGNALS) process.on(signal, hold);
  try {
    return await run();
  } finally {
    for (const signal of SIGNALS) process.off(signal, hold);
    const [first] = caught;
    if (first !== undefined) process.kill(process.pid, first);
  }
}
