import type { EngineContext } from "./context";
import type { EngineEvent } from "./events";
import type { FunctionSpec } from "./functions";
import { canonical } from "./request";
import { freshState, writeState } from "./state";
import type { NewRun } from "./store/ingest";
import { ulid } from "./ulid";

/** An event and the functions it starts. */
export type Arrival = { event: EngineEvent; specs: readonly FunctionSpec[] };

/** The functions that each event starts; of events with one id only the first counts. */
export function arrivalsOf(engine: EngineContext, events: readonly EngineEvent[]): Arrival[] {
  const seen = new Set<string>();
  return events.flatMap((event) => {
    if (seen.has(event.id)) return [];
    seen.add(event.id);
    const specs = engine.registry.triggeredBy(event);
    return specs.length === 0 ? [] : [{ event, specs }];
  });
}

/** The runs to store. Up to `free` of those that start now are leased to this process. */
export function newRuns(
  engine: EngineContext,
  arrivals: readonly Arrival[],
  free: number,
): NewRun[] {
  const now = engine.clock.now();
  let left = free;
  return arrivals.flatMap(({ event, specs }) => {
    const at = Math.max(event.ts, now);
    const body = canonical(event);
    return specs.map((spec) => {
      const lease = at - now < 1 && left > 0;
      if (lease) left -= 1;
      return {
        id: ulid(now),
        functionId: spec.id,
        eventId: event.id,
        event: body,
        state: writeState(freshState(at)),
        at: at - engine.policy.aheadMs,
        lease,
      };
    });
  });
}
