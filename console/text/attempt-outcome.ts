import type { Attempt } from "@/console/queries/deliveries";

import { causeOf } from "./failure-causes";

/** Returns how a resend ended, as a sentence. */
export function outcomeOf({ outcome, detail }: Pick<Attempt, "outcome" | "detail">, url: string) {
  if (outcome === "delivered") return "Resent and delivered";
  return `The resend failed. ${causeOf(outcome, detail, url)}`;
}
