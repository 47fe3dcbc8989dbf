import type { FunctionSpec } from "./functions";
import { readState, type RunState, writeState } from "./state";
import type { ClaimedRun } from "./store/claim";
import type { MemoRow, Progress } from "./store/run";

/** A run that this engine holds a lease of. */
export type HeldRun = {
  readonly id: string;
  readonly generation: number;
  readonly spec: FunctionSpec;
  /** The event and all results as canonical JSON, results in the order in which they came. */
  readonly event: string;
  readonly memos: Map<string, string>;
  readonly unsaved: MemoRow[];
  state: RunState;
  version: number;
  trouble: number;
  /** Somebody else has taken it over: whatever still comes back is dropped. */
  lost: boolean;
  leasedAt: number;
};

/** A run as the holder keeps it, from what `claimDue` returned or what an event has just started. */
export function holdRun(
  spec: FunctionSpec,
  row: Pick<ClaimedRun, "id" | "generation" | "event" | "state" | "version" | "memos">,
): HeldRun {
  return {
    id: row.id,
    generation: row.generation,
    spec,
    event: row.event,
    memos: new Map(row.memos ?? []),
    unsaved: [],
    state: readState(row.state),
    version: row.version,
    trouble: 0,
    lost: false,
    leasedAt: performance.now(),
  };
}

/** Adds a result, to be written with the next save. A step that has one keeps it. */
export function addMemo(run: HeldRun, stepId: string, body: string): void {
  if (run.memos.has(stepId)) return;
  run.unsaved.push({ stepId, body, position: run.memos.size });
  run.memos.set(stepId, body);
}

/** What is to be stored now. The caller empties `unsaved` once it is. */
export function progressOf(run: HeldRun): Progress {
  return { state: writeState(run.state), version: run.version, memos: [...run.unsaved] };
}
