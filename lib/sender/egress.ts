const memoryMs = 60_000;

/** Remembers which hosts responded lately, to tell our own network's failure from an endpoint's. */
export type EgressRecord = {
  responded(host: string): void;
  /** Whether a host other than `host` responded within the last minute. */
  othersWorked(host: string): boolean;
};

/**
 * A record of the two hosts that responded last, which is enough to know one other than any given
 * host (spec 8.20).
 * @param now monotonic milliseconds
 */
export function createEgressRecord(now: () => number): EgressRecord {
  let latest: { host: string; at: number }[] = [];
  return {
    responded(host) {
      latest = [{ host, at: now() }, ...latest.filter((one) => one.host !== host)].slice(0, 2);
    },
    othersWorked(host) {
      return latest.some((one) => one.host !== host && now() - one.at < memoryMs);
    },
  };
}
