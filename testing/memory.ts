import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes used by this process's objects and buffers after a full garbage collection. */
export function reachableBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return usedBytes();
}

/** Peak memory use of `work` in bytes, sampled, beyond what was in use before it. */
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
