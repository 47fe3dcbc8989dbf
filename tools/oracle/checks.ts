import { mostBetween, type Received } from "@/testing/endpoint";

/** A violated rule, with the seed that reproduces its operations and faults. */
export type Violation = { seed: number; webhook: string; rule: string; detail: string };

/** One request as the receiver's socket saw it, with its message. */
export type Seen = { id: string; cursor: bigint; request: Received };

/** Watches the requests of one webhook; reports each broken rule. */
export type Watch = {
  began(request: Seen): void;
  /** The request got its response, or its socket is closed. */
  ended(): void;
};

const PACE_MS = 1_000;

/**
 * The promises that a receiver can check at its socket (spec 7.2, 7.5, 7.19): one request at a
 * time, starts at least a second apart, increasing cursors, and the same bytes under the same id.
 */
export function watch(broken: (rule: string, detail: string) => void): Watch {
  let inFlight = 0;
  let last: Seen | null = null;
  return {
    began(seen) {
      const { id, cursor, request } = seen;
      if (inFlight > 0) broken("overlap", `${id} started while another was in flight`);
      inFlight += 1;
      if (last !== null) {
        const gap = mostBetween(last.request, request);
        if (gap < PACE_MS) broken("pace", `${id} started ${gap.toFixed(1)} ms after ${last.id}`);
        if (id === last.id && request.body !== last.request.body)
          broken("bytes", `${id} was sent again with different bytes`);
        if (id !== last.id && cursor <= last.cursor)
          broken("cursor", `${id} has ${cursor} after ${last.cursor}`);
      }
      last = seen;
    },
    ended() {
      inFlight -= 1;
    },
  };
}
