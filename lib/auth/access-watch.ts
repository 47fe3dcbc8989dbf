import { createTicker } from "@/lib/concurrency/ticker";
import type { Db } from "@/lib/db/client";

import { type Access, endLost } from "./access";

// Two checks fit into the 5 s after which lost access ends what is open (spec 3.14).
const CHECK_MS = 2_000;

/** Watches the access of what a process is sending. */
export type AccessWatch = {
  /** Calls `end` once if the access is lost; the returned function ends the watch and may be called twice. */
  watch(access: Access, end: () => void): () => void;
  /** How many are watched. */
  count(): number;
};

/** One query every two seconds checks all; without any there is none. */
export function createAccessWatch(db: Db, everyMs = CHECK_MS): AccessWatch {
  const all = new Set<{ access: Access; end: () => void }>();
  const checks = createTicker(() => endLost(db, all), { everyMs, restMs: 0 });
  const leave = (one: { access: Access; end: () => void }) => {
    all.delete(one);
    if (all.size === 0) checks.stop();
  };
  return {
    watch(access, end) {
      const one = {
        access,
        end: () => {
          leave(one);
          end();
        },
      };
      all.add(one);
      checks.start();
      return () => leave(one);
    },
    count: () => all.size,
  };
}
