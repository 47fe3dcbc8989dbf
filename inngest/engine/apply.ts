import type { Operation } from "./operations";
import { type EnginePolicy, nth } from "./policy";
import { type CallTarget, canonical } from "./request";
import type { Outcome } from "./response";
import { addMemo, type HeldRun } from "./run";

/** How it goes on after an answer; `saved` says that there is something new to store. */
export type Verdict =
  | { kind: "on"; save: boolean }
  | { kind: "finished" }
  | { kind: "failed"; error: { name: string; message: string } & Record<string, unknown> };

type Answered = { target: CallTarget; outcome: Outcome; now: number };

/** Changes the run's state by what one call brought back. Nothing is stored here. */
export function applyOutcome(run: HeldRun, answered: Answered, policy: EnginePolicy): Verdict {
  const { target, outcome, now } = answered;
  if (outcome.kind === "trouble") {
    again(run, target.stepId, target.attempt, now + nth(policy.troubleMs, run.trouble));
    run.trouble += 1;
    return { kind: "on", save: false };
  }
  run.trouble = 0;
  if (outcome.kind === "finished") return { kind: "finished" };
  if (outcome.kind === "threw") {
    const last = target.attempt + 1 >= run.spec.maxAttempts;
    if (last || !outcome.retriable) return { kind: "failed", error: errorOf(outcome.error) };
    retry(run, target.stepId, target.attempt, answered, policy);
    return { kind: "on", save: true };
  }
  run.version = outcome.version ?? run.version;
  return applyOperations(run, answered, outcome.operations, policy);
}

function applyOperations(
  run: HeldRun,
  answered: Answered,
  operations: readonly Operation[],
  policy: EnginePolicy,
): Verdict {
  const { target, now } = answered;
  // A call for the function as a whole has answered; the operations say whether there is to be another.
  if (target.stepId === null) run.state.discover = null;
  for (const operation of operations) {
    const verdict = applyOne(run, answered, operation, policy);
    if (verdict) return verdict;
  }
  if (run.memos.size + run.state.pending.length > policy.maxSteps) {
    return refusal(`more than ${policy.maxSteps} steps`);
  }
  // An answer that does not bring the run on is asked for again, but not in a hot loop.
  const later = now + nth(policy.troubleMs, 0);
  if (run.state.discover === null && run.state.pending.length === 0) again(run, null, 0, later);
  const same = run.state.pending.find((p) => p.id === target.stepId);
  if (same !== undefined && same.at <= now) same.at = later;
  return { kind: "on", save: true };
}

function applyOne(
  run: HeldRun,
  answered: Answered,
  operation: Operation,
  policy: EnginePolicy,
): Verdict | null {
  const { target, now } = answered;
  switch (operation.kind) {
    case "result":
    case "failed":
      return settle(run, operation, now, policy);
    case "retry":
      if (target.attempt + 1 >= run.spec.maxAttempts) {
        return settle(run, { ...operation, kind: "failed" }, now, policy);
      }
      retry(run, target.stepId, target.attempt, answered, policy);
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

function settle(
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
  settlePending(run, operation.id, body, now);
  return null;
}

/** Ends a planned step or a sleep with its result; the function is then to be called again. */
export function settlePending(run: HeldRun, stepId: string, body: string, now: number): void {
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
  { outcome, now }: Answered,
  policy: EnginePolicy,
): void {
  const asked = "retryAfter" in outcome ? outcome.retryAfter : null;
  again(run, stepId, attempt + 1, now + (asked ?? nth(policy.backoffMs, attempt)));
}

function again(run: HeldRun, stepId: string | null, attempt: number, at: number): void {
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
