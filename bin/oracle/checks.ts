/** Something that must never happen, with the seed that repeats its operations and faults. */
export type Violation = { seed: number; webhook: string; rule: string; detail: string };

/** One request as the receiver's socket saw it. `heardAt`: the latest moment before at which nothing was there yet. */
export type Seen = { id: string; cursor: bigint; bytes: string; at: number; heardAt: number };

/** Watches the requests of one webhook; tells each broken rule. */
export type Watch = {
  began(request: Seen): void;
  /** The request was answered, or its socket is closed. */
  ended(): void;
};

const PACE_MS = 1_000;

/**
 * The promises that a receiver can check at its socket (contract, section 7): one request at a time, starts at least a
 * second apart, cursors that rise, and the same bytes under the same id.
 */
export function watch(broken: (rule: string, detail: string) => void): Watch {
  let inFlight = 0;
  let last: Seen | null = null;
  return {
    began(request) {
      if (inFlight > 0) broken("overlap", `${request.id} began while another was in flight`);
      inFlight += 1;
      if (last !== null) {
        // Ours is the later clock of the first: it may have come as early as when we last looked.
        const gap = request.at - last.heardAt;
        if (gap < PACE_MS)
          broken("pace", `${request.id} began ${gap.toFixed(1)} ms after ${last.id}`);
        if (request.id === last.id && request.bytes !== last.bytes)
          broken("bytes", `${request.id} came again with other bytes`);
        if (request.id !== last.id && request.cursor <= last.cursor)
          broken("cursor", `${request.id} has ${request.cursor} after ${last.cursor}`);
      }
      last = request;
    },
    ended() {
      inFlight -= 1;
    },
  };
}
