import { percentiles, type Percentiles } from "@/tools/shared/percentiles";

import type { Commit } from "./files";

/** When a message with this cursor arrived, in milliseconds since 1970. */
export type Arrival = { cursor: bigint; at: number };

/**
 * Latencies from the commit of a change to the first request that covers it, in milliseconds; null
 * if no change is covered yet.
 */
export function latencyOf(commits: Commit[], arrivals: Arrival[]): Percentiles | null {
  const inOrder = arrivals.toSorted((a, b) => a.at - b.at);
  // The first arrival at or beyond each cursor: only those that advance the cursor matter.
  const records: Arrival[] = [];
  for (const arrival of inOrder) {
    const furthest = records.at(-1)?.cursor ?? -1n;
    if (arrival.cursor > furthest) records.push(arrival);
  }
  const waits: number[] = [];
  for (const { cursor, at } of commits) {
    const first = firstAtOrBeyond(records, cursor);
    // A message can overtake the response to the request that caused it.
    if (first !== undefined) waits.push(Math.max(0, first.at - at));
  }
  if (waits.length === 0) return null;
  return percentiles(waits);
}

function firstAtOrBeyond(records: Arrival[], cursor: bigint): Arrival | undefined {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const record = records[middle];
    if (record !== undefined && record.cursor < cursor) low = middle + 1;
    else high = middle;
  }
  return records[low];
}
