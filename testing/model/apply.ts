import { growthOf, isUpdate } from "./growth";
import {
  addNode,
  emit,
  head,
  type Node,
  nodeOf,
  replaceContent,
  sizeOf,
  usage,
  type Model,
} from "./model";
import type { Prepared } from "./operations";
import { leastUsage, makeRoom, moveFromTrash, moveToTrash, purge } from "./trash";
import { attach, below, detach, drop, isBelow, locate, makeParents, type PathLookup } from "./tree";

type Op<K extends Prepared["op"]["kind"]> = Extract<Prepared["op"], { kind: K }>;

/**
 * The expected result of a mutation: success with the returned node, or one of the refusals that
 * apply.
 */
export type Outcome =
  | { ok: true; status: number; node: Node | null }
  | { ok: false; why: string[] };

const done = (status: number, node: Node | null): Outcome => ({ ok: true, status, node });

/** The canonical spelling of a path (spec 5.6). */
export const normal = (path: string) => `/${path.split("/").filter(Boolean).join("/")}`;

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

function put(model: Model, op: Op<"put">, tags: Prepared["tags"]): Outcome {
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

function patch(model: Model, op: Op<"patch">, ifMatch: string | undefined): Outcome {
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

function remove(model: Model, op: Op<"remove">, ifMatch: string | undefined): Outcome {
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

function make(model: Model, op: Op<"mkdir">): Outcome {
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

function move(model: Model, op: Op<"move">, ifMatch: string | undefined): Outcome {
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

function exchange(model: Model, op: Op<"exchange">, ifMatch: string | undefined): Outcome {
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

function copy(model: Model, op: Op<"copy">, ifMatch: string | undefined): Outcome {
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

function link(model: Model, op: Op<"link" | "symlink">): Outcome {
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

type Check = [refused: boolean, code: string];

function refusePair(
  model: Model,
  op: Op<"move" | "copy">,
  ifMatch: string | undefined,
  extra: number,
) {
  const [from, to] = [normal(op.from), normal(op.to)];
  const source = locate(model, from);
  const target = locate(model, to);
  const { node } = source;
  if (from === to && node !== null && from !== "/")
    return refuse([[fails(ifMatch, node, true), "precondition_failed"]]);
  const { bytes, added } = growthOf(model, from, to, extra);
  return refuse([
    [from === "/" || to === "/", "root_forbidden"],
    ...refuseMissing(source),
    [node?.type === "directory" && isBelow(to, from), "invalid_move"],
    [target.node !== null && !op.overwrite, "already_exists"],
    ...refuseTypes(target.node, node),
    ...refuseParents(target, op.parents),
    refuseEntries(model, added),
    [bytes > 0 && leastUsage(model).bytes + bytes > model.byteQuota, "byte_quota_exceeded"],
    [fails(ifMatch, node, true), "precondition_failed"],
  ]);
}

function restore(model: Model, op: Op<"restore">): Outcome {
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

function purgeItem(model: Model, op: Op<"purge">): Outcome {
  const item = model.trash.find(({ id }) => id === op.item);
  if (item === undefined) return { ok: false, why: ["not_found"] };
  purge(model, item);
  return done(204, null);
}

const refuseMissing = ({ node, last }: PathLookup): Check[] => [
  [node === null && last.type === "directory", "path_not_found"],
  [node === null && last.type !== "directory", "not_a_directory"],
];

const refuseTypes = (old: Node | null, node: Node | null): Check[] => [
  [old?.type === "directory" && node?.type !== "directory", "is_directory"],
  [old !== null && old.type !== "directory" && node?.type === "directory", "not_a_directory"],
  [(old?.children.size ?? 0) > 0, "directory_not_empty"],
];

const refuseParents = ({ last, missing }: PathLookup, parents: boolean): Check[] => [
  [missing.length > 0 && last.type !== "directory", "not_a_directory"],
  [missing.length > 1 && !parents && last.type === "directory", "parent_not_found"],
];

const refuseEntries = (model: Model, added: number): Check => [
  added > 0 && leastUsage(model).entries + added > model.entryQuota,
  "entry_quota_exceeded",
];

// An invalid request is reported before a missing path, that before a conflict, and that before a
// failed condition.
const RANKS: Record<string, number> = {
  checksum_mismatch: 0,
  path_not_found: 1,
  precondition_failed: 3,
};
const rank = (code: string) => RANKS[code] ?? 2;

function refuse(checks: Check[]): Outcome | null {
  const why = checks.filter(([refused]) => refused).map(([, code]) => code);
  const first = Math.min(...why.map(rank));
  return why.length === 0 ? null : { ok: false, why: why.filter((code) => rank(code) === first) };
}

function missingNode(): never {
  throw new Error("no refusal although nothing exists there");
}

function name(model: Model, path: string, node: Node): void {
  const parent = makeParents(model, path);
  attach(parent, path.slice(path.lastIndexOf("/") + 1), node);
  emit(model, "created", path);
}

function update(model: Model, path: string, node: Node): void {
  emit(model, "updated", path);
  model.writes.push({ cursor: head(model), node: node.id });
}

const octal = (mode: string) => Number.parseInt(mode, 8);

const fails = (header: string | undefined, node: Node | null, strong: boolean) =>
  header !== undefined && (node === null || !matches(header, node, strong));

/**
 * Whether a list of entity tags names the node; `strong`: weak ones never match (RFC 9110, section
 * 8.8.3.2).
 */
export function matches(header: string, node: Pick<Node, "etag">, strong: boolean): boolean {
  if (header === "*") return true;
  const tags = header.split(",").map((tag) => tag.trim());
  return tags.some((tag) => tag === node.etag.value || (!strong && tag === `W/${node.etag.value}`));
}
