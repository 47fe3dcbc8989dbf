import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes that this process's objects and buffers take once everything unreachable is gone. */
export function reachableBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return usedBytes();
}

/** The most that `work` had in use at any look, beyond what was in use before it. */
export async function mostBytesDuring(work: () => Promise<unknown>): Promise<number> {
  const before = reachableBytes();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, usedBytes())), 5);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, usedBytes()) - before;
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
