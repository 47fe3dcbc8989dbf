import {
  type Model,
  nodeOf,
  nodesBelow,
  ROOT,
  sizeOf,
  trashedNames,
  type TrashItem,
  usage,
} from "./model";
import { attach, below, detach, locate, makeParents } from "./tree";

// As many of the oldest items as one step of making room considers.
const MOST_IN_A_RUN = 100;

/** Deletes the entry at a path into a new item of the trash, whose id its caller learns. */
export function moveToTrash(model: Model, path: string): TrashItem {
  const { name } = locate(model, path);
  const top = detach(model, path);
  const inside = below(model, top, "");
  for (const { node } of inside) node.names -= 1;
  const files = new Set([top, ...inside.map(({ node }) => node)]);
  const size = [...files].reduce(
    (n, { type, content }) => n + (type === "file" ? sizeOf(content) : 0),
    0,
  );
  const item = { id: "", path, name, top: top.id, entries: 1 + inside.length, size };
  model.trash.push(item);
  return item;
}

/** Moves an item back to a path, whose parents are made. */
export function moveFromTrash(model: Model, item: TrashItem, path: string): void {
  model.trash.splice(model.trash.indexOf(item), 1);
  const parent = makeParents(model, path);
  const top = nodeOf(model, item.top);
  attach(parent, locate(model, path).name, top);
  for (const { node } of below(model, top, "")) node.names += 1;
}

/** Deletes an item for good; a node goes with its last name. */
export function purge(model: Model, item: TrashItem): void {
  const nodes = nodesBelow(model, item.top);
  model.trash.splice(model.trash.indexOf(item), 1);
  for (const id of new Set(nodes))
    if (nodeOf(model, id).names === 0 && trashedNames(model, id) === 0) model.nodes.delete(id);
}

/** What counts against the quotas when the trash has made all the room that it can. */
export function leastUsage(model: Model): { entries: number; bytes: number } {
  const live = [...model.nodes.values()].filter(({ id, names }) => id === ROOT || names > 0);
  return usage({ ...model, nodes: new Map(live.map((node) => [node.id, node])) });
}

/** Purges the oldest items, but for one, until so much more fits into the quotas (spec 5.36). */
export function makeRoom(model: Model, bytes: number, entries: number, kept?: TrashItem): void {
  for (;;) {
    const now = usage(model);
    const moreBytes = bytes > 0 ? now.bytes + bytes - model.byteQuota : 0;
    const moreEntries = entries > 0 ? now.entries + entries - model.entryQuota : 0;
    if (moreBytes <= 0 && moreEntries <= 0) return;
    const before = { size: 0, entries: 0 };
    const items = model.trash.filter((item) => item !== kept);
    const run = items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MOST_IN_A_RUN);
    for (const item of run) {
      // As many as may be enough; a file with other names frees nothing.
      if (before.size >= moreBytes && before.entries >= moreEntries) break;
      purge(model, item);
      before.size += item.size;
      before.entries += item.entries;
    }
    if (run.length === 0) throw new Error("the trash has no room to give");
  }
}
