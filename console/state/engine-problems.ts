import type { z } from "zod";

import type { support } from "@/lib/contract/support";

export type Engine = z.infer<typeof support.engine.result>;
export type EngineProblem = {
  kind: "late" | "unchecked" | "queue" | "failed";
  since: string | null;
};

// Paces and limits of hosts delay deliveries by seconds; the check runs every few seconds.
const LATE_MS = 60_000;

/** What is wrong with the flow of deliveries, the worst first. `since` is when it began, if that is known. */
export function engineProblems(engine: Engine, now: number): EngineProblem[] {
  const { oldest_due_at: due, reconciler_last_run_at: checked, queue } = engine;
  const isLate = (at: string | null) => at !== null && now - Date.parse(at) > LATE_MS;
  return [
    ...(isLate(due) ? [{ kind: "late" as const, since: due }] : []),
    ...(checked === null || isLate(checked)
      ? [{ kind: "unchecked" as const, since: checked }]
      : []),
    ...(queue !== null && isLate(queue.oldest_due_at)
      ? [{ kind: "queue" as const, since: queue.oldest_due_at }]
      : []),
    ...(queue !== null && queue.failed_runs > 0 ? [{ kind: "failed" as const, since: null }] : []),
  ];
}
