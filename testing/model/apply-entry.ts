import { addNode, emit, head, type Model, type Node, replaceContent, sizeOf } from "./model";
import type { Prepared } from "./operations";
import { done, normal, type Op, type Outcome } from "./outcome";
import {
  fails,
  matches,
  missingNode,
  refuse,
  refuseEntries,
  refuseMissing,
  refuseParents,
} from "./refusals";
import { leastUsage, makeRoom, moveToTrash } from "./trash";
import { attach, below, locate, makeParents } from "./tree";

export function put(model: Model, op: Op<"put">, tags: Prepared["tags"]): Outcome {
  const path = normal(op.path);
  const lookup = locate(model, path);
  const old = lookup.node;
  const growth = sizeOf(op.content) - (old === null ? 0 : sizeOf(old.content));
  const why = refuse([
    [op.sha === "wrong", "checksum_mismatch"],
    [old?.type === "directory", "is_directory"],
    [old?.type === "symlink", "is_symlink"],
    ...refuseParents(lookup, op.parents),
    [growth > 0 && leastUsage(model).bytes + growth > model.byteQuota, "byte_quota_exceeded"],
    refuseEntries(model, lookup.missing.length),
    [fails(tags.ifMatch, old, true), "precondition_failed"],
    [
      tags.ifNoneMatch !== undefined && old !== null && matches(tags.ifNoneMatch, old, false),
      "precondition_failed",
    ],
  ]);
  if (why !== null) return why;
  makeRoom(model, growth, lookup.missing.length);
  if (old === null) {
    const made = addNode(model, "file", octal(op.mode ?? "0644"), op.content);
    name(model, path, made);
    return done(201, made);
  }
  replaceContent(model, old, op.content);
  if (op.mode !== undefined) old.mode = octal(op.mode);
  update(model, path, old);
  return done(200, old);
}

export function patch(model: Model, op: Op<"patch">, ifMatch: string | undefined): Outcome {
  const path = normal(op.path);
  const lookup = locate(model, path);
  const why = refuse([
    ...refuseMissing(lookup),
    [fails(ifMatch, lookup.node, true), "precondition_failed"],
  ]);
  if (why !== null || lookup.node === null) return why ?? missingNode();
  if (op.mode !== undefined) lookup.node.mode = octal(op.mode);
  if (op.modifiedAt !== undefined) lookup.node.modifiedAt = { value: op.modifiedAt };
  update(model, path, lookup.node);
  return done(200, lookup.node);
}

export function remove(model: Model, op: Op<"remove">, ifMatch: string | undefined): Outcome {
  const path = normal(op.path);
  const lookup = locate(model, path);
  const why = refuse([
    [path === "/", "root_forbidden"],
    ...refuseMissing(lookup),
    [(lookup.node?.children.size ?? 0) > 0 && !op.recursive, "directory_not_empty"],
    [fails(ifMatch, lookup.node, true), "precondition_failed"],
  ]);
  if (why !== null || lookup.node === null) return why ?? missingNode();
  for (const item of below(model, lookup.node, path).toReversed())
    emit(model, "deleted", item.path);
  emit(model, "deleted", path);
  moveToTrash(model, path);
  return done(204, null);
}

export function make(model: Model, op: Op<"mkdir">): Outcome {
  const path = normal(op.path);
  const lookup = locate(model, path);
  const why = refuse([
    [lookup.node !== null, "already_exists"],
    ...refuseParents(lookup, op.parents),
    refuseEntries(model, lookup.missing.length),
  ]);
  if (why !== null) return why;
  makeRoom(model, 0, lookup.missing.length);
  const made = addNode(model, "directory", octal(op.mode ?? "0755"), "");
  name(model, path, made);
  return done(201, made);
}

export function link(model: Model, op: Op<"link" | "symlink">): Outcome {
  const path = normal(op.path);
  const lookup = locate(model, path);
  const target = op.kind === "link" ? locate(model, normal(op.target)) : null;
  const why = refuse([
    ...(target === null ? [] : refuseMissing(target)),
    [target?.node?.type === "directory", "is_directory"],
    [lookup.node !== null, "already_exists"],
    ...refuseParents(lookup, false),
    refuseEntries(model, target === null ? 1 : 0),
  ]);
  if (why !== null) return why;
  makeRoom(model, 0, target === null ? 1 : 0);
  const node = target?.node ?? addNode(model, "symlink", 0o777, op.target);
  name(model, path, node);
  return done(201, node);
}

/** Gives a node a name. */
export function name(model: Model, path: string, node: Node): void {
  const parent = makeParents(model, path);
  attach(parent, path.slice(path.lastIndexOf("/") + 1), node);
  emit(model, "created", path);
}

/** Notes that a node was written. */
export function update(model: Model, path: string, node: Node): void {
  emit(model, "updated", path);
  model.writes.push({ cursor: head(model), node: node.id });
}

const octal = (mode: string) => Number.parseInt(mode, 8);
