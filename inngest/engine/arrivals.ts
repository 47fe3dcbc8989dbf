import type { EngineContext } from "./context";
import type { IncomingEvent } from "./events";
import type { FunctionSpec } from "./functions";
import { canonical } from "./request";
import { freshState } from "./state";
import type { NewRun } from "./store/ingest";
import { ulid } from "./ulid";

/**
 * An event and the functions it starts. `madeAt` is null if its id must be stored before it is
 * accepted; else memory is enough to start it once.
 */
export type Arrival = IncomingEvent & { specs: readonly FunctionSpec[] };

/** The functions that each event starts; of events with one id only the first counts. */
export function arrivalsOf(engine: EngineContext, events: readonly IncomingEvent[]): Arrival[] {
  const seen = new Set<string>();
  return events.flatMap(({ event, madeAt }) => {
    if (seen.has(event.id)) return [];
    seen.add(event.id);
    const specs = engine.registry.triggeredBy(event);
    return specs.length === 0 ? [] : [{ event, madeAt, specs }];
  });
}

/**
 * The runs to start. Up to `free` of those that start soon are leased to this process. Of these, the
 * ones that start now get no row, unless their event's id must be stored.
 */
export function newRuns(
  engine: EngineContext,
  arrivals: readonly Arrival[],
  free: number,
): NewRun[] {
  const now = engine.clock.now();
  let left = free;
  return arrivals.flatMap(({ event, madeAt, specs }) => {
    const at = Math.max(event.ts, now);
    const body = canonical(event);
    return specs.map((spec) => {
      const lease = at - now <= engine.policy.aheadMs && left > 0;
      if (lease) left -= 1;
      return {
        id: ulid(now),
        functionId: spec.id,
        eventId: event.id,
        event: body,
        madeAt,
        state: freshState(at),
        at: at - engine.policy.aheadMs,
        lease,
        stored: !lease || madeAt === null || at - now >= 1,
      };
    });
  });
}
