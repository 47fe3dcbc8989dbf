import { link, make, patch, put, remove } from "./apply-entry";
import { copy, exchange, move } from "./apply-pair";
import { purgeItem, restore } from "./apply-trash";
import type { Model } from "./model";
import type { Prepared } from "./operations";
import type { Outcome } from "./outcome";

/**
 * Applies a mutation to the model; a refused one leaves it unchanged. Reads are refused as
 * non-mutations.
 */
export function apply(model: Model, { op, tags }: Prepared): Outcome {
  if (op.kind === "put") return put(model, op, tags);
  if (op.kind === "remove") return remove(model, op, tags.ifMatch);
  if (op.kind === "mkdir") return make(model, op);
  if (op.kind === "patch") return patch(model, op, tags.ifMatch);
  if (op.kind === "move") return move(model, op, tags.ifMatch);
  if (op.kind === "exchange") return exchange(model, op, tags.ifMatch);
  if (op.kind === "copy") return copy(model, op, tags.ifMatch);
  if (op.kind === "restore") return restore(model, op);
  if (op.kind === "purge") return purgeItem(model, op);
  if (op.kind === "link" || op.kind === "symlink") return link(model, op);
  throw new Error(`${op.kind} changes nothing`);
}
