import type { Client } from "@/cli/client";
import type { CommandResult, Given } from "@/cli/command";
import { printable } from "@/cli/output";
import { createProgress } from "@/cli/progress";
import { sizeOf } from "@/lib/contract/size-of";

import type { Plan } from "./plan";
import { type Outcome, runPlan } from "./run-plan";
import type { Tree } from "./tree";

/** Files copied or compared at one time; the service allows a credential 16 uploads. */
export const AT_ONCE = 8;

/** Runs a plan, with its progress on a terminal and a line for all that was skipped or failed. */
export async function runShown(
  { say }: Client,
  { flags }: Given,
  plan: Plan,
  trees: { source: Tree; target: Tree },
): Promise<Outcome> {
  const progress = createProgress(plan.copy.length + plan.remove.length, !flags.has("json"));
  const outcome = await runPlan(plan, trees, AT_ONCE, (done) => progress.show(done)).finally(() =>
    progress.end(),
  );
  for (const { path, reason } of outcome.skipped) say(printable(`skipped ${path}: ${reason}`));
  for (const { path, reason } of outcome.failed) say(printable(`failed ${path}: ${reason}`));
  return outcome;
}

/** The result of a command that copied. */
export function toResult(outcomes: readonly Outcome[]): CommandResult {
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const data = {
    copied: sum(({ copied }) => copied),
    same: sum(({ same }) => same),
    removed: sum(({ removed }) => removed),
    bytes: sum(({ bytes }) => bytes),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    failed: outcomes.flatMap(({ failed }) => failed),
  };
  const counts = [
    `${data.copied} copied (${sizeOf(data.bytes)})`,
    ...(data.same > 0 ? [`${data.same} unchanged`] : []),
    ...(data.removed > 0 ? [`${data.removed} deleted`] : []),
    ...(data.skipped.length > 0 ? [`${data.skipped.length} skipped`] : []),
    ...(data.failed.length > 0 ? [`${data.failed.length} failed: run the command again`] : []),
  ];
  return { data, text: counts.join(", "), failed: data.failed.length > 0 };
}
