import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { cursorSchema } from "@/examples/receiver/message";

import type { Arrival } from "./latency";

/** Totals of what the receiver has reported so far. */
export type Counts = {
  messages: number;
  events: number;
  duplicates: number;
  resyncs: number;
  listings: number;
  refused: number;
  mirror: number;
};

export type Watcher = {
  /** Takes one line of the receiver's output. */
  take(this: void, line: string): void;
  /** Called when the receiver has exited. */
  ended(this: void, why: string): void;
  counts: Counts;
  arrivals: Arrival[];
  /** The cursor up to which the mirror is complete. */
  applied(): bigint;
  /** The cursor up to which the contents are complete. */
  contents(): bigint;
  /** Waits for a condition; fails when the receiver was silent for `ms` or has exited. */
  waitFor(condition: () => boolean, what: string, ms: number): Promise<void>;
};

/** The reports that matter here; see the receiver's own list. */
const reportSchema = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("message"),
    at: z.number(),
    type: z.string(),
    cursor: cursorSchema,
    events: z.number(),
    outcome: z.enum(["applied", "queued", "duplicate", "resync"]),
    mirror: z.number(),
  }),
  z.object({ event: z.literal("refused") }),
  z.object({ event: z.literal("listed"), cursor: cursorSchema, entries: z.number() }),
  z.object({ event: z.literal("contents"), cursor: cursorSchema }),
]);

type ReceiverReport = z.infer<typeof reportSchema>;

type Seen = {
  counts: Counts;
  arrivals: Arrival[];
  queued: bigint;
  applied: bigint;
  contents: bigint;
};

/** Returns a watcher of a receiver that runs with --json. */
export function createWatcher(signal: AbortSignal): Watcher {
  const seen: Seen = {
    counts: {
      messages: 0,
      events: 0,
      duplicates: 0,
      resyncs: 0,
      listings: 0,
      refused: 0,
      mirror: 0,
    },
    arrivals: [],
    queued: 0n,
    applied: 0n,
    contents: 0n,
  };
  let end: string | null = null;
  let lastOutputAt = performance.now();

  return {
    counts: seen.counts,
    arrivals: seen.arrivals,
    applied: () => seen.applied,
    contents: () => seen.contents,
    ended: (why) => void (end = why),
    take(line) {
      lastOutputAt = performance.now();
      const report = reportSchema.safeParse(JSON.parse(line)).data;
      if (report !== undefined) record(seen, report);
    },
    async waitFor(condition, what, ms) {
      const begun = performance.now();
      while (!condition()) {
        if (end !== null) throw new Error(`the receiver stopped: ${end}`);
        const silence = performance.now() - Math.max(begun, lastOutputAt);
        if (silence > ms)
          throw new Error(`timed out after ${ms / 1000} s without output, waiting for ${what}`);
        await sleep(20, undefined, { signal });
      }
    },
  };
}

function record(seen: Seen, report: ReceiverReport): void {
  const { counts } = seen;
  switch (report.event) {
    case "message":
      seen.arrivals.push({ cursor: report.cursor, at: report.at });
      counts.messages += 1;
      counts.mirror = report.mirror;
      if (report.outcome === "duplicate") counts.duplicates += 1;
      else counts.events += report.events;
      if (report.outcome === "applied") seen.applied = report.cursor;
      if (report.outcome === "queued") seen.queued = report.cursor;
      if (report.outcome === "resync") counts.resyncs += 1;
      break;
    case "refused":
      counts.refused += 1;
      break;
    case "listed":
      counts.listings += 1;
      counts.mirror = report.entries;
      // Changes queued during the listing are applied with it.
      seen.applied = seen.queued > report.cursor ? seen.queued : report.cursor;
      break;
    case "contents":
      seen.contents = report.cursor;
      break;
  }
}
