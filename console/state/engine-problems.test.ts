import { expect, test } from "vitest";

import { type Engine, engineProblems } from "./engine-problems";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const well: Engine = {
  webhooks_due: 3,
  oldest_due_at: ago(59),
  filesystems_undispatched: 1,
  attempts_in_flight: 2,
  reconciler_last_run_at: ago(5),
  queue: { runs: 4, oldest_due_at: ago(1), failed_runs: 0 },
};

test.each([
  [{}, []],
  [{ oldest_due_at: null, queue: null }, []],
  [{ oldest_due_at: ago(61) }, ["late"]],
  [{ reconciler_last_run_at: ago(61) }, ["unchecked"]],
  [{ reconciler_last_run_at: null }, ["unchecked"]],
  [{ queue: { runs: 9, oldest_due_at: ago(90), failed_runs: 2 } }, ["queue", "failed"]],
])("%j: %j", (more, kinds) => {
  expect(engineProblems({ ...well, ...more }, NOW).map(({ kind }) => kind)).toEqual(kinds);
});
