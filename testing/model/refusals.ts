import { growthOf } from "./growth";
import type { Model, Node } from "./model";
import { normal, type Op, type Outcome } from "./outcome";
import { leastUsage } from "./trash";
import { isBelow, locate, type PathLookup } from "./tree";

/** A refusal, and whether it applies. */
type Check = [refused: boolean, code: string];

/** Why a move or copy is refused; null: it is not. `extra`: how many entries it adds. */
export function refusePair(
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

/** Nothing is there. */
export const refuseMissing = ({ node, last }: PathLookup): Check[] => [
  [node === null && last.type === "directory", "path_not_found"],
  [node === null && last.type !== "directory", "not_a_directory"],
];

/** What is there cannot be replaced by `node`. */
export const refuseTypes = (old: Node | null, node: Node | null): Check[] => [
  [old?.type === "directory" && node?.type !== "directory", "is_directory"],
  [old !== null && old.type !== "directory" && node?.type === "directory", "not_a_directory"],
  [(old?.children.size ?? 0) > 0, "directory_not_empty"],
];

/** There is no directory for it. */
export const refuseParents = ({ last, missing }: PathLookup, parents: boolean): Check[] => [
  [missing.length > 0 && last.type !== "directory", "not_a_directory"],
  [missing.length > 1 && !parents && last.type === "directory", "parent_not_found"],
];

/** So many more entries are too many. */
export const refuseEntries = (model: Model, added: number): Check => [
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

/** The refusals that come first of those that apply; null: none does. */
export function refuse(checks: Check[]): Outcome | null {
  const why = checks.filter(([refused]) => refused).map(([, code]) => code);
  const first = Math.min(...why.map(rank));
  return why.length === 0 ? null : { ok: false, why: why.filter((code) => rank(code) === first) };
}

/** Whether a precondition fails. */
export const fails = (header: string | undefined, node: Node | null, strong: boolean) =>
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

/** For what a refusal has ruled out. */
export function missingNode(): never {
  throw new Error("no refusal although nothing exists there");
}
