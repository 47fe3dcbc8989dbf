import { sizeOf } from "@/lib/contract/size-of";

import type { Outcome } from "./trees/run-plan";

const STEP_MS = 100;

/** Shows on a terminal how far a transfer is, in one line that `end` removes; elsewhere nothing. */
export function createProgress(total: number, isShown: boolean, stream = process.stderr) {
  let shownAt = 0;
  if (!isShown || !stream.isTTY) return { show: () => undefined, end: () => undefined };
  return {
    show({ copied, removed, failed, bytes }: Outcome): void {
      if (performance.now() - shownAt < STEP_MS) return;
      shownAt = performance.now();
      const done = copied + removed + failed.length;
      stream.write(`\r\u001B[K${done} of ${total}, ${sizeOf(bytes)}`);
    },
    end: () => void stream.write("\r\u001B[K"),
  };
}
