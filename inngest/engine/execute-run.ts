import { applyOutcome, settlePending, type Verdict } from "./apply";
import { type EngineContext, errorName } from "./context";
import { pause } from "./pause";
import { type CallTarget, callRequest } from "./request";
import { type Outcome, readAnswer } from "./response";
import { type HeldRun, progressOf } from "./run";
import { nextAt } from "./state";
import { finishRun, parkRun, releaseRun, saveRun } from "./store/run";
import { freeSlot, takeSlot, unpark } from "./store/slot";

/** What driving a run needs of the one who holds the runs. */
export type Driver = EngineContext & {
  /** Fails the run for good and lets the failure be handled. */
  fail: (run: HeldRun, error: Record<string, unknown>) => Promise<void>;
  /** Somebody may have become due: look. */
  look: () => Promise<void>;
  /** Waits for `ms` or until the engine closes; meanwhile the run takes nobody's place. */
  rest: (ms: number) => Promise<void>;
  /** Whether so many runs are held that one that only waits has to go. */
  crowded: () => boolean;
};

type Landing = { target: CallTarget; outcome: Outcome | { kind: "full" } };
type Flights = Map<string, Promise<Landing>>;

/** Calls the function until the run has ended, has to wait for longer, or is not ours any more. */
export async function drive(run: HeldRun, engine: Driver): Promise<void> {
  const flights: Flights = new Map();
  while (!run.lost) {
    endSleeps(run, engine.clock.now());
    if (!engine.closing.aborted) launchDue(run, engine, flights);
    if (flights.size === 0) {
      if (mustRelease(run, engine)) return release(run, engine);
      await engine.rest(nextAt(run.state) - engine.clock.now());
      continue;
    }
    const landing = await nextLanding(run, engine, flights);
    if (landing === null || run.lost) continue;
    flights.delete(landing.target.stepId ?? "");
    if ((await land(run, engine, landing, flights.size)) === "over") return;
  }
}

/** Sleeps that are over become results; they are stored with the next save. */
function endSleeps(run: HeldRun, now: number): void {
  for (const p of run.state.pending) {
    if (p.kind === "sleep" && p.at <= now)
      settlePending(run, p.id, '{"data":null,"type":"data"}', now);
  }
}

function launchDue(run: HeldRun, engine: Driver, flights: Flights): void {
  const now = engine.clock.now();
  const steps = run.state.pending.filter((p) => p.kind === "step");
  for (const { id, attempt, at } of steps) {
    if (at <= now && !flights.has(id)) flights.set(id, fly(run, engine, { stepId: id, attempt }));
  }
  const { discover } = run.state;
  if (steps.length === 0 && flights.size === 0 && discover !== null && discover.at <= now) {
    flights.set("", fly(run, engine, { stepId: null, attempt: discover.attempt }));
  }
}

/** The next answer, or null when a planned step has become due meanwhile. */
async function nextLanding(
  run: HeldRun,
  engine: Driver,
  flights: Flights,
): Promise<Landing | null> {
  const waiting = run.state.pending.filter((p) => p.kind === "step" && !flights.has(p.id));
  if (waiting.length === 0 || engine.closing.aborted) return Promise.race(flights.values());
  const stop = new AbortController();
  const due = Math.min(...waiting.map((p) => p.at)) - engine.clock.now();
  const timer = pause(due, stop.signal, engine.closing).then(() => null);
  return Promise.race([...flights.values(), timer]).finally(() => stop.abort());
}

async function fly(run: HeldRun, engine: Driver, target: CallTarget): Promise<Landing> {
  await engine.gate.enter();
  try {
    const { concurrency: limit, id: functionId } = run.spec;
    if (limit === null) return { target, outcome: await callApp(run, engine, target) };
    const wanted = { functionId, limit, runId: run.id, owner: engine.owner };
    const n = await takeSlot(engine.pool, wanted, engine.policy.leaseMs);
    if (n === null) return { target, outcome: { kind: "full" } };
    try {
      return { target, outcome: await callApp(run, engine, target) };
    } finally {
      if (await freeSlot(engine.pool, { functionId, n, runId: run.id })) void engine.look();
    }
  } catch (error) {
    return { target, outcome: { kind: "trouble", why: errorName(error) } };
  } finally {
    engine.gate.leave();
  }
}

async function callApp(run: HeldRun, engine: Driver, target: CallTarget): Promise<Outcome> {
  const request = callRequest(engine.app, run, target, Date.now());
  const response = await engine.call(request);
  return readAnswer(response, engine.app.signingKey, Date.now());
}

async function land(run: HeldRun, engine: Driver, landing: Landing, inFlight: number) {
  const { target, outcome } = landing;
  if (outcome.kind === "full") return waitForSlot(run, engine, target, inFlight);
  const answered = { target, outcome, now: engine.clock.now() };
  const verdict = applyOutcome(run, answered, engine.policy);
  if (outcome.kind === "trouble" && (run.trouble === 1 || run.trouble % 10 === 0)) {
    engine.log.warn(
      { function: run.spec.id, run: run.id, why: outcome.why },
      "engine: call not answered",
    );
  }
  return act(run, engine, verdict, inFlight);
}

async function act(run: HeldRun, engine: Driver, verdict: Verdict, inFlight: number) {
  if (verdict.kind === "finished") {
    await insist(run, engine, () =>
      finishRun(engine.pool, run, run.memos.size > run.unsaved.length),
    );
    return "over";
  }
  if (verdict.kind === "failed") {
    await insist(run, engine, () => engine.fail(run, verdict.error));
    return "over";
  }
  // A run that is about to be released is stored by that.
  if (verdict.save && (inFlight > 0 || !mustRelease(run, engine))) {
    const kept = await insist(run, engine, () =>
      saveRun(engine.pool, run, progressOf(run), engine.policy.leaseMs),
    );
    saved(run, kept === true);
  }
  return "on";
}

function saved(run: HeldRun, kept: boolean): void {
  run.lost ||= !kept;
  run.unsaved.length = 0;
  run.leasedAt = performance.now();
}

function mustRelease(run: HeldRun, engine: Driver): boolean {
  if (engine.closing.aborted) return true;
  const wait = nextAt(run.state) - engine.clock.now();
  return wait > engine.policy.holdMs || (wait > engine.policy.aheadMs && engine.crowded());
}

async function release(run: HeldRun, engine: Driver): Promise<void> {
  const wakeAt = nextAt(run.state) - engine.policy.aheadMs;
  await insist(run, engine, () => releaseRun(engine.pool, run, progressOf(run), wakeAt));
}

/** All slots of the function are taken: the run is set aside, or tries again if other steps are under way. */
async function waitForSlot(run: HeldRun, engine: Driver, target: CallTarget, inFlight: number) {
  if (inFlight > 0) {
    const step = run.state.pending.find((p) => p.id === target.stepId);
    if (step) step.at = engine.clock.now() + 100;
    return "on";
  }
  await insist(run, engine, async () => {
    await parkRun(engine.pool, run, progressOf(run));
    if (await unpark(engine.pool)) void engine.look();
  });
  return "over";
}

/** A result is precious: the statement that stores it is repeated for as long as the lease may last. */
async function insist<T>(run: HeldRun, engine: Driver, store: () => Promise<T>): Promise<T | null> {
  for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await store();
    } catch (error) {
      engine.log.warn({ run: run.id, error: errorName(error) }, "engine: not stored, trying again");
      const over = performance.now() - run.leasedAt > engine.policy.leaseMs;
      if (over || engine.cut.aborted) {
        run.lost = true;
        return null;
      }
      await pause(wait, engine.cut);
    }
  }
}
