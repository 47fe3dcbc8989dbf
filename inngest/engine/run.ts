import type { FunctionSpec } from "./functions";
import { type RunState, writeState } from "./state";
import type { ClaimedRun } from "./store/claim";
import type { MemoRow, Progress } from "./store/run";

/** A run that this engine holds a lease of. */
export type HeldRun = {
  readonly id: string;
  readonly generation: number;
  readonly spec: FunctionSpec;
  /** Whether it has a row. One that was started by a hint gets it after its first call. */
  stored: boolean;
  /** The event and all results as canonical JSON, results in order of arrival. */
  readonly event: string;
  readonly memos: Map<string, string>;
  readonly unsaved: MemoRow[];
  state: RunState;
  version: number;
  /** Transport errors since the last response. */
  transportErrors: number;
  /** Another engine has taken it over: results that still arrive are dropped. */
  lost: boolean;
  leasedAt: number;
};

/** A run that was claimed, or that an event has just started. */
export type StartedRun = Omit<ClaimedRun, "now_ms" | "state"> & {
  state: RunState;
  stored: boolean;
};

/** A run as its holder keeps it. */
export function holdRun(spec: FunctionSpec, row: StartedRun): HeldRun {
  return {
    id: row.id,
    generation: row.generation,
    spec,
    stored: row.stored,
    event: row.event,
    memos: new Map(row.memos ?? []),
    unsaved: [],
    state: row.state,
    version: row.version,
    transportErrors: 0,
    lost: false,
    leasedAt: performance.now(),
  };
}

/** Adds a result, to be stored with the next save. The first result of a step stays. */
export function addMemo(run: HeldRun, stepId: string, body: string): void {
  if (run.memos.has(stepId)) return;
  run.unsaved.push({ stepId, body, position: run.memos.size });
  run.memos.set(stepId, body);
}

/** What to store now. The caller empties `unsaved` once it is stored. */
export function progressOf(run: HeldRun): Progress {
  return { state: writeState(run.state), version: run.version, memos: [...run.unsaved] };
}
