import { mostBetween, type Received } from "@/testing/endpoint";

/** Something that must never happen, with the seed that repeats its operations and faults. */
export type Violation = { seed: number; webhook: string; rule: string; detail: string };

/** One request as the receiver's socket saw it, and what it said. */
export type Seen = { id: string; cursor: bigint; request: Received };

/** Watches the requests of one webhook; tells each broken rule. */
export type Watch = {
  began(request: Seen): void;
  /** The request was answered, or its socket is closed. */
  ended(): void;
};

const PACE_MS = 1_000;

/**
 * The promises that a receiver can check at its socket (spec 7.2, 7.5, 7.19): one request at a time, starts at least a
 * second apart, cursors that rise, and the same bytes under the same id.
 */
export function watch(broken: (rule: string, detail: string) => void): Watch {
  let inFlight = 0;
  let last: Seen | null = null;
  return {
    began(seen) {
      const { id, cursor, request } = seen;
      if (inFlight > 0) broken("overlap", `${id} began while another was in flight`);
      inFlight += 1;
      if (last !== null) {
        const gap = mostBetween(last.request, request);
        if (gap < PACE_MS) broken("pace", `${id} began ${gap.toFixed(1)} ms after ${last.id}`);
        if (id === last.id && request.body !== last.request.body)
          broken("bytes", `${id} came again with other bytes`);
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
