import { causeOf } from "./failure-causes";

/** Returns how an attempt ended, as a sentence. */
export function outcomeOf(attempt: { number: number; outcome: string; detail: string | null }) {
  const { number, outcome, detail } = attempt;
  if (outcome === "delivered") return `Delivered on attempt ${number}`;
  return `Attempt ${number} failed. ${causeOf(outcome, detail)}`;
}
