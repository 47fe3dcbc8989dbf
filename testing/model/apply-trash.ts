import { emit, type Model, nodeOf, usage } from "./model";
import { done, normal, type Op, type Outcome } from "./outcome";
import { refuse, refuseParents, refuseTypes } from "./refusals";
import { leastUsage, makeRoom, moveFromTrash, purge } from "./trash";
import { below, drop, locate } from "./tree";

export function restore(model: Model, op: Op<"restore">): Outcome {
  const item = model.trash.find(({ id }) => id === op.item);
  if (item === undefined) return { ok: false, why: ["not_found"] };
  const to = normal(op.to ?? item.path);
  const target = locate(model, to);
  const top = nodeOf(model, item.top);
  const made = Math.max(target.missing.length - 1, 0);
  const { entries } = usage(model);
  // Its own entries make no room for its parents.
  const freeable = Math.max(entries - leastUsage(model).entries - item.entries, 0);
  const why = refuse([
    [to === "/", "root_forbidden"],
    [target.node !== null && !op.overwrite, "already_exists"],
    ...refuseTypes(target.node, top),
    ...refuseParents(target, true),
    [made > 0 && entries - freeable + made > model.entryQuota, "entry_quota_exceeded"],
  ]);
  if (why !== null) return why;
  makeRoom(model, 0, made, item);
  if (target.node !== null) drop(model, to);
  moveFromTrash(model, item, to);
  for (const { path } of [{ path: to }, ...below(model, top, to)]) emit(model, "created", path);
  return done(200, top);
}

export function purgeItem(model: Model, op: Op<"purge">): Outcome {
  const item = model.trash.find(({ id }) => id === op.item);
  if (item === undefined) return { ok: false, why: ["not_found"] };
  purge(model, item);
  return done(204, null);
}
