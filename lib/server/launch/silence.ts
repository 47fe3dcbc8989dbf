/** How long a program has sent nothing although it could have run. */
export type Silence = {
  /** It sent something. */
  broken: () => void;
  /** Milliseconds, without those in which it waited for a core or this process was suspended. To be asked every `period`. */
  measure: () => number;
};

/**
 * @param period milliseconds between two measurements
 * @param waited milliseconds in which the program has waited for a core so far
 * @param now monotonic milliseconds
 */
export function createSilence(
  period: number,
  waited: () => number,
  now: () => number = () => performance.now(),
): Silence {
  let since = now();
  let last = { at: since, waited: waited() };
  return {
    broken() {
      since = now();
    },
    measure() {
      const reading = { at: now(), waited: waited() };
      // Missing heartbeats of a suspended supervisor prove nothing, nor do those of a program that gets no core.
      if (reading.at - last.at > period * 3) since = reading.at;
      else since = Math.min(reading.at, since + Math.max(0, reading.waited - last.waited));
      last = reading;
      return reading.at - since;
    },
  };
}
