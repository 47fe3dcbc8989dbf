import { name, update } from "./apply-entry";
import { growthOf, isUpdate } from "./growth";
import { addNode, emit, type Model, replaceContent } from "./model";
import { done, normal, type Op, type Outcome } from "./outcome";
import { fails, missingNode, refuse, refuseMissing, refusePair } from "./refusals";
import { makeRoom } from "./trash";
import { attach, below, detach, drop, isBelow, locate, makeParents } from "./tree";

export function move(model: Model, op: Op<"move">, ifMatch: string | undefined): Outcome {
  const [from, to] = [normal(op.from), normal(op.to)];
  const why = refusePair(model, op, ifMatch, 0);
  const { node } = locate(model, from);
  if (why !== null || node === null) return why ?? missingNode();
  if (from === to || locate(model, to).node === node) return done(200, node);
  makeRoom(model, 0, Math.max(locate(model, to).missing.length - 1, 0));
  const tree = [{ path: from, node }, ...below(model, node, from)];
  for (const item of tree.toReversed()) emit(model, "deleted", item.path);
  if (locate(model, to).node !== null) drop(model, to);
  const parent = makeParents(model, to);
  attach(parent, locate(model, to).name, detach(model, from));
  for (const item of tree) emit(model, "created", to + item.path.slice(from.length));
  return done(200, node);
}

export function exchange(model: Model, op: Op<"exchange">, ifMatch: string | undefined): Outcome {
  const [from, to] = [normal(op.from), normal(op.to)];
  const [a, b] = [locate(model, from), locate(model, to)];
  const why = refuse([
    [from === "/" || to === "/", "root_forbidden"],
    ...refuseMissing(a),
    ...refuseMissing(b),
    [isBelow(to, from) || isBelow(from, to), "invalid_move"],
    [fails(ifMatch, a.node, true), "precondition_failed"],
  ]);
  if (why !== null || a.node === null || b.node === null) return why ?? missingNode();
  if (a.node === b.node) return done(200, a.node);
  const one = [from, ...below(model, a.node, from).map(({ path }) => path)];
  const other = [to, ...below(model, b.node, to).map(({ path }) => path)];
  for (const path of [...one, ...other].toReversed()) emit(model, "deleted", path);
  const [home, otherHome] = [makeParents(model, from), makeParents(model, to)];
  const [node, otherNode] = [detach(model, from), detach(model, to)];
  attach(home, a.name, otherNode);
  attach(otherHome, b.name, node);
  for (const path of other) emit(model, "created", from + path.slice(to.length));
  for (const path of one) emit(model, "created", to + path.slice(from.length));
  return done(200, a.node);
}

export function copy(model: Model, op: Op<"copy">, ifMatch: string | undefined): Outcome {
  const [from, to] = [normal(op.from), normal(op.to)];
  const { node: source } = locate(model, from);
  const extra = source === null ? 0 : 1 + below(model, source, from).length;
  const why = refusePair(model, op, ifMatch, extra);
  if (why !== null || source === null) return why ?? missingNode();
  const target = locate(model, to).node;
  if (from === to) return done(200, source);
  const { bytes, added } = growthOf(model, from, to, extra);
  makeRoom(model, bytes, isUpdate(source, target) ? 0 : added);
  if (target?.type === "file" && source.type === "file") {
    replaceContent(model, target, source.content);
    target.mode = source.mode;
    update(model, to, target);
    return done(200, target);
  }
  if (target !== null) drop(model, to);
  const tree = [{ path: from, node: source }, ...below(model, source, from)];
  for (const item of tree)
    name(
      model,
      to + item.path.slice(from.length),
      addNode(model, item.node.type, item.node.mode, item.node.content),
    );
  return done(200, locate(model, to).node);
}
