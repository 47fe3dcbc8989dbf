import { type Model, type Node, sizeOf, trashedNames } from "./model";
import { below, locate } from "./tree";

/** By how much a move or copy makes the filesystem grow; `extra` entries are copied, none by a move. */
export function growthOf(model: Model, from: string, to: string, extra: number) {
  const { node } = locate(model, from);
  const target = locate(model, to);
  const old = target.node;
  const goes = old !== null && (namesOf(model, old) === 1 || isUpdate(node, old));
  const copied = node === null ? 0 : copiedBytes(model, node, from);
  const made = Math.max(target.missing.length - 1, 0);
  return {
    bytes: extra === 0 ? 0 : copied - (goes ? bytesOf(old) : 0),
    added: extra === 0 ? made : made + extra - (goes ? 1 : 0),
  };
}

/** Copying a file over a file writes that file, as a PUT does. */
export const isUpdate = (source: Node | null, target: Node | null) =>
  source?.type === "file" && target?.type === "file";

const namesOf = (model: Model, { id, names }: Node) => names + trashedNames(model, id);

function copiedBytes(model: Model, node: Node, path: string): number {
  const files = [{ node }, ...below(model, node, path)].filter((item) => item.node.type === "file");
  return files.reduce((sum, item) => sum + sizeOf(item.node.content), 0);
}

const bytesOf = (node: Node | null) => (node?.type === "file" ? sizeOf(node.content) : 0);
