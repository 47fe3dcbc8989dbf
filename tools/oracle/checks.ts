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
 * time, starts at least a second apart, cursors that increase except for as many resends as were
 * asked for, and the same bytes under the same id.
 */
export function watch(
  broken: (rule: string, detail: string) => void,
  resends: Map<string, number>,
): Watch {
  const bodies = new Map<string, string>();
  let inFlight = 0;
  let before: Seen | null = null;
  let newest: Seen | null = null;
  return {
    began(seen) {
      const { id, cursor, request } = seen;
      if (inFlight > 0) broken("overlap", `${id} started while another was in flight`);
      inFlight += 1;
      const gap = before === null ? Infinity : mostBetween(before.request, request);
      if (gap < PACE_MS) broken("pace", `${id} started ${gap.toFixed(1)} ms after ${before?.id}`);
      before = seen;
      if (request.body !== (bodies.get(id) ?? request.body))
        broken("bytes", `${id} was sent again with different bytes`);
      const resent = resends.get(id) ?? 0;
      if (newest === null || id === newest.id || cursor > newest.cursor) newest = seen;
      else if (resent > 0) resends.set(id, resent - 1);
      else broken("cursor", `${id} has ${cursor} after ${newest.cursor}`);
      bodies.set(id, request.body);
    },
    ended() {
      inFlight -= 1;
    },
  };
}
