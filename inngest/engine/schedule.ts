import type { Arrival } from "./arrivals";
import { type EngineContext, errorName } from "./context";
import type { FunctionSpec } from "./functions";
import { pause } from "./pause";

const MINUTE_MS = 60_000;
/** After a stall, minutes up to this long ago are caught up with. */
const CATCH_UP_MS = 10 * MINUTE_MS;

/**
 * The runs that cron triggers start in the minutes after `from` up to and including `to`, in
 * milliseconds since 1970. The event's id names function, trigger and minute, so that of several
 * engines one starts it.
 */
export function cronArrivals(specs: readonly FunctionSpec[], from: number, to: number): Arrival[] {
  const arrivals: Arrival[] = [];
  const first = Math.max(
    Math.floor(from / MINUTE_MS) + 1,
    Math.ceil((to - CATCH_UP_MS) / MINUTE_MS),
  );
  for (let minute = first * MINUTE_MS; minute <= to; minute += MINUTE_MS) {
    const at = new Date(minute);
    const fields = fieldsOf(at);
    const written = at.toISOString().replace(".000", "");
    for (const spec of specs) {
      spec.crons.forEach(({ text, match }, i) => {
        if (!match(fields)) return;
        const event = {
          id: `cron-${spec.id}-${i}-${minute}`,
          name: "inngest/scheduled.timer",
          data: { cron: text, fireAt: written, scheduledAt: written },
          ts: minute,
        };
        arrivals.push({ event, madeAt: null, specs: [spec] });
      });
    }
  }
  return arrivals;
}

type Scheduling = Pick<EngineContext, "closing" | "log"> & {
  registry: Pick<EngineContext["registry"], "all">;
};

/**
 * Starts the runs of cron triggers at each full minute, until the engine closes. `now` as above.
 */
export async function runSchedule(
  engine: Scheduling,
  store: (arrivals: Arrival[]) => Promise<void>,
  now: () => number,
): Promise<void> {
  let done = now();
  while (!engine.closing.aborted) {
    const next = (Math.floor(done / MINUTE_MS) + 1) * MINUTE_MS;
    await pause(Math.min(next - now(), MINUTE_MS), engine.closing);
    const to = now();
    // The clock was set back. What its minutes have started once is known by the ids of events.
    if (to < done) done = to;
    if (engine.closing.aborted || Math.floor(to / MINUTE_MS) <= Math.floor(done / MINUTE_MS))
      continue;
    try {
      await store(cronArrivals(engine.registry.all(), done, to));
      done = to;
    } catch (error) {
      engine.log.warn({ error: errorName(error) }, "engine: failed to store cron runs, retrying");
      await pause(1_000, engine.closing);
    }
  }
}

function fieldsOf(at: Date) {
  return {
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  };
}
