import type { Operation } from "./operations";
import { type EnginePolicy, nth } from "./policy";
import { type CallTarget, canonical } from "./request";
import type { Outcome } from "./response";
import { addMemo, type HeldRun } from "./run";

/** What follows a response; `save` says that there is something new to store. */
export type Verdict =
  | { kind: "on"; save: boolean }
  | { kind: "finished" }
  | { kind: "failed"; error: { name: string; message: string } & Record<string, unknown> };

type Received = { target: CallTarget; outcome: Outcome; now: number };

/** Applies the outcome of one call to the run's state. Stores nothing. */
export function applyOutcome(run: HeldRun, received: Received, policy: EnginePolicy): Verdict {
  const { target, outcome, now } = received;
  if (outcome.kind === "transportError") {
    const at = now + nth(policy.transportRetryMs, run.transportErrors);
    scheduleCall(run, target.stepId, target.attempt, at);
    run.transportErrors += 1;
    return { kind: "on", save: false };
  }
  run.transportErrors = 0;
  if (outcome.kind === "finished") return { kind: "finished" };
  if (outcome.kind === "threw") {
    const last = target.attempt + 1 >= run.spec.maxAttempts;
    if (last || !outcome.retriable) return { kind: "failed", error: errorOf(outcome.error) };
    retry(run, target.stepId, target.attempt, received, policy);
    return { kind: "on", save: true };
  }
  run.version = outcome.version ?? run.version;
  return applyOperations(run, received, outcome.operations, policy);
}

function applyOperations(
  run: HeldRun,
  received: Received,
  operations: readonly Operation[],
  policy: EnginePolicy,
): Verdict {
  const { target, now } = received;
  // The function as a whole was called; the operations say whether to call it again.
  if (target.stepId === null) run.state.discover = null;
  for (const operation of operations) {
    const verdict = applyOne(run, received, operation, policy);
    if (verdict) return verdict;
  }
  if (run.memos.size + run.state.pending.length > policy.maxSteps) {
    return refusal(`more than ${policy.maxSteps} steps`);
  }
  // A response without progress is requested again, but not in a hot loop.
  const later = now + nth(policy.transportRetryMs, 0);
  if (run.state.discover === null && run.state.pending.length === 0)
    scheduleCall(run, null, 0, later);
  const same = run.state.pending.find((p) => p.id === target.stepId);
  if (same !== undefined && same.at <= now) same.at = later;
  return { kind: "on", save: true };
}

function applyOne(
  run: HeldRun,
  received: Received,
  operation: Operation,
  policy: EnginePolicy,
): Verdict | null {
  const { target, now } = received;
  switch (operation.kind) {
    case "result":
    case "failed":
      return completeStep(run, operation, now, policy);
    case "retry":
      if (target.attempt + 1 >= run.spec.maxAttempts) {
        return completeStep(run, { ...operation, kind: "failed" }, now, policy);
      }
      retry(run, target.stepId, target.attempt, received, policy);
      return null;
    case "planned":
      addPending(run, { kind: "step", id: operation.id, attempt: 0, at: now });
      return null;
    case "sleep":
      addPending(run, { kind: "sleep", id: operation.id, at: operation.until });
      return null;
    case "discover":
      run.state.discover = { attempt: 0, at: now };
      return null;
    case "complete":
      return { kind: "finished" };
    case "unsupported":
    default:
      return refusal(operation.what);
  }
}

function completeStep(
  run: HeldRun,
  operation: { id: string } & (
    | { kind: "result"; data: unknown }
    | { kind: "failed"; error: unknown }
  ),
  now: number,
  policy: EnginePolicy,
): Verdict | null {
  const memo =
    operation.kind === "result"
      ? { type: "data", data: operation.data }
      : { type: "error", error: errorOf(operation.error) };
  const body = canonical(memo);
  if (body.length > policy.maxStepBytes) return refusal("a step result larger than 4 MB");
  completePending(run, operation.id, body, now);
  return null;
}

/** Adds the results of steps of a call that continues. False: the call must end with them. */
export function applyCheckpoint(
  run: HeldRun,
  operations: readonly Operation[],
  now: number,
  policy: EnginePolicy,
): boolean {
  if (run.memos.size + operations.length > policy.maxSteps) return false;
  const isAdded = (operation: Operation) =>
    operation.kind === "result" && completeStep(run, operation, now, policy) === null;
  return operations.every(isAdded);
}

/** Completes a planned step or a sleep with its result; the function is called again next. */
export function completePending(run: HeldRun, stepId: string, body: string, now: number): void {
  addMemo(run, stepId, body);
  run.state.pending = run.state.pending.filter((p) => p.id !== stepId);
  run.state.discover = { attempt: 0, at: now };
}

function addPending(run: HeldRun, pending: HeldRun["state"]["pending"][number]): void {
  const known = run.memos.has(pending.id) || run.state.pending.some((p) => p.id === pending.id);
  if (!known) run.state.pending.push(pending);
}

function retry(
  run: HeldRun,
  stepId: string | null,
  attempt: number,
  { outcome, now }: Received,
  policy: EnginePolicy,
): void {
  const requested = "retryAfter" in outcome ? outcome.retryAfter : null;
  scheduleCall(run, stepId, attempt + 1, now + (requested ?? nth(policy.backoffMs, attempt)));
}

function scheduleCall(run: HeldRun, stepId: string | null, attempt: number, at: number): void {
  if (stepId === null) {
    run.state.discover = { attempt, at };
    return;
  }
  const step = run.state.pending.find((p) => p.kind === "step" && p.id === stepId);
  if (step?.kind === "step") Object.assign(step, { attempt, at });
}

function refusal(what: string): Verdict {
  const message = `${what} is not supported by the embedded engine`;
  return { kind: "failed", error: { name: "UnsupportedOperation", message } };
}

function errorOf(value: unknown): { name: string; message: string } & Record<string, unknown> {
  const given = typeof value === "object" && value !== null ? { ...value } : {};
  return { name: "Error", message: "Unknown error", ...given };
}
