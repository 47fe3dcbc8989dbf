import type { Delivery } from "@/console/queries/deliveries";

import { latencyOf } from "./duration";
import { countOf } from "./sizes";

/** Returns how often a message was tried and sent again, and how fast it was delivered or why it was dropped. */
export function historyOf({ attempts, status }: Pick<Delivery, "attempts" | "status">): string {
  const last = attempts.findLast(({ manual }) => !manual);
  const resent = attempts.filter(({ manual }) => manual).length;
  const parts = [countOf(attempts.length - resent, "attempt")];
  if (last?.outcome === "delivered") parts.push(latencyOf(last.duration_ms));
  else if (last !== undefined && status === "dropped") parts.push(last.outcome);
  if (resent > 0) parts.push(resent === 1 ? "resent once" : `resent ${resent} times`);
  return parts.join(", ");
}
