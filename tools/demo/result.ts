import type { Percentiles } from "@/tools/shared/percentiles";

import type { Tree } from "./tree";
import type { Counts } from "./watcher";
import type { Done } from "./workload";

const SHOWN_DIFFERENCES = 20;

export type Measured = {
  /** While everything was written at once: mostly queueing behind 100 events a second. */
  burst: Percentiles | null;
  /** For single changes with pauses between them. */
  quiet: Percentiles | null;
  /** Seconds until the last change of the burst was made. */
  workload: number;
  /** Seconds in total. */
  duration: number;
};

/** The result of a demo run; printed as is with --json. */
export type DemoResult = {
  ok: boolean;
  equal: boolean;
  differences: string[];
  filesystem: string;
  entries: number;
  done: Done;
  received: Counts;
  latency: { burst: Percentiles | null; quiet: Percentiles | null };
  workload_seconds: number;
  duration_seconds: number;
};

/**
 * Returns the result. It is ok when the mirror is equal after exactly one resync and one listing.
 */
export function makeResult(found: {
  filesystem: string;
  tree: Tree;
  done: Done;
  counts: Counts;
  differences: string[];
  measured: Measured;
}): DemoResult {
  const { differences, counts, measured } = found;
  const equal = differences.length === 0;
  return {
    ok: equal && counts.resyncs === 1 && counts.listings === 1,
    equal,
    differences: differences.slice(0, SHOWN_DIFFERENCES),
    filesystem: found.filesystem,
    entries: found.tree.size,
    done: found.done,
    received: { ...counts },
    latency: { burst: measured.burst, quiet: measured.quiet },
    workload_seconds: measured.workload,
    duration_seconds: measured.duration,
  };
}

/** Returns the result as text. */
export function describeResult(result: DemoResult): string {
  const { done, received, latency } = result;
  const equal = `The mirror is equal to the tree: ${result.entries} paths with type and SHA-256.`;
  const verdict = result.equal
    ? [equal]
    : ["The mirror DIFFERS from the tree:", ...result.differences.map((d) => `  ${d}`)];
  return [
    "",
    ...verdict,
    `  changes    ${done.written} files written, ${done.overwritten} overwritten, ` +
      `${done.files_deleted} deleted; directories: ${done.directories_renamed} renamed, ` +
      `${done.directories_deleted} deleted`,
    `  received   ${received.messages} messages with ${received.events} events, ` +
      `${received.duplicates} duplicates, ${received.refused} refused`,
    `  resyncs    ${received.resyncs}, listings ${received.listings} (one of each expected)`,
    `  latency    ${describeLatency(latency.quiet)} for single changes`,
    `             ${describeLatency(latency.burst)} while everything was written at once`,
    `  time       ${result.workload_seconds} s to make the changes, ` +
      `${result.duration_seconds} s in total`,
  ].join("\n");
}

function describeLatency(latency: Percentiles | null): string {
  if (latency === null) return "not measured";
  return `p50 ${latency.p50_ms} ms, p99 ${latency.p99_ms} ms (${latency.count} changes)`;
}
