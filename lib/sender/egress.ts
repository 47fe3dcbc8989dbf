const memoryMs = 60_000;

/** Remembers which hosts answered lately, to tell our own network's failure from an endpoint's. */
export type EgressRecord = {
  answered(host: string): void;
  /** Whether a host other than `host` answered within the last minute. */
  othersWorked(host: string): boolean;
};

/**
 * A record of the two hosts that answered last, which is enough to know of one other than any given host.
 * `now` gives monotonic milliseconds. See spec 8.20.
 */
export function createEgressRecord(now: () => number): EgressRecord {
  let latest: { host: string; at: number }[] = [];
  return {
    answered(host) {
      latest = [{ host, at: now() }, ...latest.filter((one) => one.host !== host)].slice(0, 2);
    },
    othersWorked(host) {
      return latest.some((one) => one.host !== host && now() - one.at < memoryMs);
    },
  };
}
