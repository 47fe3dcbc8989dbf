import { causeOf } from "./failure-causes";

/** Returns how a resend ended, as a sentence. */
export function outcomeOf({ outcome, detail }: { outcome: string; detail: string | null }) {
  if (outcome === "delivered") return "Resent and delivered";
  return `The resend failed. ${causeOf(outcome, detail)}`;
}
