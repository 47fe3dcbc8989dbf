import { applyCheckpoint, applyOutcome, completePending, type Verdict } from "./apply";
import { type EngineContext, errorName } from "./context";
import type { Operation } from "./operations";
import { pause } from "./pause";
import { type CallTarget, callRequest } from "./request";
import { type Outcome, readResponse } from "./response";
import { type HeldRun, progressOf } from "./run";
import { nextAt } from "./state";
import { releaseRun, saveRun } from "./store/run";
import { freeSlot, takeSlot, unpark } from "./store/slot";

/** What the execution of a run needs from the engine and its run pool. */
export type RunContext = EngineContext & {
  /** Fails the run for good and starts its failure handler. */
  fail: (run: HeldRun, error: Record<string, unknown>) => Promise<void>;
  /** Deletes a run that succeeded, together with others. */
  finish: (run: HeldRun) => Promise<void>;
  /** Claims due runs: another one may have become due. */
  claim: () => Promise<void>;
  /** Waits for `ms` or until the engine closes; meanwhile the run takes no capacity. */
  idle: (ms: number) => Promise<void>;
  /** Whether the pool is so full that a run that only waits must be released. */
  overloaded: () => boolean;
};

type CallResult = { target: CallTarget; outcome: Outcome | { kind: "full" } };
/** Calls in flight by step id; "" is the function as a whole. */
type InFlight = Map<string, Promise<CallResult>>;

/** Calls the function until the run has ended, has to wait for longer, or its lease is lost. */
export async function executeRun(run: HeldRun, context: RunContext): Promise<void> {
  const inFlight: InFlight = new Map();
  while (!run.lost) {
    endSleeps(run, context.clock.now());
    if (!context.closing.aborted) dispatchDue(run, context, inFlight);
    if (inFlight.size === 0) {
      if (mustRelease(run, context)) return release(run, context);
      await context.idle(nextAt(run.state) - context.clock.now());
      continue;
    }
    // Its call may not end in time.
    if (context.closing.aborted && !run.stored) await save(run, context);
    const result = await nextResult(run, context, inFlight);
    if (result === null || run.lost) continue;
    inFlight.delete(result.target.stepId ?? "");
    if ((await applyResult(run, context, result, inFlight.size)) === "over") return;
  }
}

/** Turns sleeps that are over into results; they are stored with the next save. */
function endSleeps(run: HeldRun, now: number): void {
  for (const p of run.state.pending) {
    if (p.kind === "sleep" && p.at <= now)
      completePending(run, p.id, '{"data":null,"type":"data"}', now);
  }
}

function dispatchDue(run: HeldRun, context: RunContext, inFlight: InFlight): void {
  const now = context.clock.now();
  const steps = run.state.pending.filter((p) => p.kind === "step");
  for (const { id, attempt, at } of steps) {
    if (at <= now && !inFlight.has(id))
      inFlight.set(id, dispatch(run, context, { stepId: id, attempt }));
  }
  const { discover } = run.state;
  if (steps.length === 0 && inFlight.size === 0 && discover !== null && discover.at <= now) {
    inFlight.set("", dispatch(run, context, { stepId: null, attempt: discover.attempt }));
  }
}

/** The next result, or null when a planned step has become due or the run must get its row. */
async function nextResult(
  run: HeldRun,
  context: RunContext,
  inFlight: InFlight,
): Promise<CallResult | null> {
  const waiting = run.state.pending.filter((p) => p.kind === "step" && !inFlight.has(p.id));
  if (context.closing.aborted || (waiting.length === 0 && run.stored))
    return Promise.race(inFlight.values());
  // Aborted with a given reason: the default one has a stack, which costs more than the timer.
  const stop = new AbortController();
  const due = Math.min(...waiting.map((p) => p.at)) - context.clock.now();
  const timer = pause(due, stop.signal, context.closing).then(() => null);
  return Promise.race([...inFlight.values(), timer]).finally(() => stop.abort(null));
}

/**
 * Makes one call, once the engine and the function's concurrency limit have room. Never rejects.
 */
function dispatch(run: HeldRun, context: RunContext, target: CallTarget): Promise<CallResult> {
  return context.limitCalls(async () => {
    try {
      const { concurrency: limit, id: functionId } = run.spec;
      if (limit === null) return { target, outcome: await callApp(run, context, target) };
      const slot = { functionId, limit, runId: run.id, owner: context.owner };
      const n = await takeSlot(context.pool, slot, context.policy.leaseMs);
      if (n === null) return { target, outcome: { kind: "full" } };
      try {
        return { target, outcome: await callApp(run, context, target) };
      } finally {
        if (await freeSlot(context.pool, { functionId, n, runId: run.id })) void context.claim();
      }
    } catch (error) {
      return { target, outcome: { kind: "transportError", why: errorName(error) } };
    }
  });
}

async function callApp(run: HeldRun, context: RunContext, target: CallTarget): Promise<Outcome> {
  const request = callRequest(context.app, run, target, Date.now());
  const response = await context.call(request);
  return readResponse(response, context.app.signingKey, Date.now());
}

async function applyResult(
  run: HeldRun,
  context: RunContext,
  result: CallResult,
  inFlight: number,
) {
  const { target, outcome } = result;
  if (outcome.kind === "full") return waitForSlot(run, context, target, inFlight);
  const received = { target, outcome, now: context.clock.now() };
  const verdict = applyOutcome(run, received, context.policy);
  const { transportErrors: errors } = run;
  if (outcome.kind === "transportError" && (errors === 1 || errors % 10 === 0)) {
    context.log.warn(
      { function: run.spec.id, run: run.id, why: outcome.why },
      "engine: call failed, retrying",
    );
  }
  return act(run, context, verdict, inFlight);
}

async function act(run: HeldRun, context: RunContext, verdict: Verdict, inFlight: number) {
  if (verdict.kind === "finished") {
    if (run.stored) await insist(run, context, () => context.finish(run));
    return "over";
  }
  if (verdict.kind === "failed") {
    await insist(run, context, () => context.fail(run, verdict.error));
    return "over";
  }
  // A run that is about to be released is stored by its release.
  if ((verdict.save || !run.stored) && (inFlight > 0 || !mustRelease(run, context)))
    await save(run, context);
  return "on";
}

/** Stores the results of steps of a call that continues (spec 11.5). False: the call must end. */
export async function checkpointRun(
  run: HeldRun,
  context: RunContext,
  operations: readonly Operation[],
): Promise<boolean> {
  if (!applyCheckpoint(run, operations, context.clock.now(), context.policy)) return false;
  await save(run, context);
  return true;
}

async function save(run: HeldRun, context: RunContext): Promise<void> {
  const lease = { owner: context.owner, ms: context.policy.leaseMs };
  const kept = await insist(run, context, () => saveRun(context.pool, run, progressOf(run), lease));
  run.lost ||= kept !== true;
  run.stored = true;
  run.unsaved.length = 0;
  run.leasedAt = performance.now();
}

function mustRelease(run: HeldRun, context: RunContext): boolean {
  if (context.closing.aborted) return true;
  const wait = nextAt(run.state) - context.clock.now();
  return wait > context.policy.holdMs || (wait > context.policy.aheadMs && context.overloaded());
}

async function release(run: HeldRun, context: RunContext): Promise<void> {
  const wakeAt = nextAt(run.state) - context.policy.aheadMs;
  await insist(run, context, () => releaseRun(context.pool, run, progressOf(run), wakeAt));
}

/**
 * All slots of the function are taken: parks the run, or retries the step if others are in flight.
 */
async function waitForSlot(
  run: HeldRun,
  context: RunContext,
  target: CallTarget,
  inFlight: number,
) {
  if (inFlight > 0) {
    const step = run.state.pending.find((p) => p.id === target.stepId);
    if (step) step.at = context.clock.now() + 100;
    return "on";
  }
  await insist(run, context, async () => {
    await releaseRun(context.pool, run, progressOf(run), null);
    if (await unpark(context.pool)) void context.claim();
  });
  return "over";
}

/**
 * Repeats the statement that stores a result for as long as the lease may last: a result is
 * precious. No other engine can have a run without a row.
 */
async function insist<T>(
  run: HeldRun,
  context: RunContext,
  store: () => Promise<T>,
): Promise<T | null> {
  for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await store();
    } catch (error) {
      context.log.warn(
        { run: run.id, error: errorName(error) },
        "engine: failed to store a run, retrying",
      );
      const over = run.stored && performance.now() - run.leasedAt > context.policy.leaseMs;
      if (over || context.cut.aborted) {
        run.lost = true;
        return null;
      }
      await pause(wait, context.cut);
    }
  }
}
