import { createHash } from "node:crypto";

/**
 * Service-assigned values that the model learns from responses; shared by all copies of a model.
 */
export type ServiceValues = { value?: string };

/** A file, directory or symbolic link. `names` counts its names outside of the trash. */
export type Node = {
  id: number;
  type: "file" | "directory" | "symlink";
  mode: number;
  /** Content of a file, target of a symbolic link, empty for a directory. */
  content: string;
  children: Map<string, number>;
  names: number;
  /** Computed for a file; assigned by the service for other types. */
  etag: ServiceValues;
  nodeId: ServiceValues;
  modifiedAt: ServiceValues;
};

export type EventType = "created" | "updated" | "deleted";
export type Change = { cursor: number; type: EventType; path: string };

/** An item of the trash: the entry `top` with everything below it, and what it was when it was deleted. */
export type TrashItem = {
  id: string;
  path: string;
  name: string;
  top: number;
  entries: number;
  size: number;
};

/** A filesystem as specified: nodes, the names that lead to them, and the change log. */
export type Model = {
  nodes: Map<number, Node>;
  nextId: number;
  trash: TrashItem[];
  /** All that ever were, also those that are gone. */
  everyNode: Pick<Node, "id" | "nodeId">[];
  /** Contents that files lost other than by a purge: they can be read for an hour. */
  former: Set<string>;
  log: Change[];
  /**
   * Writes to nodes: through which name, at which cursor. Determines which mirrors may hold a stale
   * `file`.
   */
  writes: { cursor: number; node: number }[];
  byteQuota: number;
  entryQuota: number;
};

export const ROOT = 0;

export type Quotas = { bytes: number | null; entries: number | null };

/** An empty filesystem at head 0; a null quota is unlimited. */
export function emptyModel(quotas: Quotas): Model {
  const model: Model = {
    nodes: new Map(),
    nextId: ROOT,
    trash: [],
    everyNode: [],
    former: new Set(),
    log: [],
    writes: [],
    byteQuota: quotas.bytes ?? Infinity,
    entryQuota: quotas.entries ?? Infinity,
  };
  addNode(model, "directory", 0o755, "");
  return model;
}

/** An independent copy; learned values are shared between both. */
export function copyModel(model: Model): Model {
  const nodes = [...model.nodes].map(
    ([id, node]) => [id, { ...node, children: new Map(node.children) }] as const,
  );
  const lists = { trash: [...model.trash], log: [...model.log], writes: [...model.writes] };
  const ever = { everyNode: [...model.everyNode], former: new Set(model.former) };
  return { ...model, nodes: new Map(nodes), ...lists, ...ever };
}

/** Adds a node without a name. */
export function addNode(model: Model, type: Node["type"], mode: number, content: string): Node {
  const id = model.nextId++;
  const etag = type === "file" ? { value: tagOf(content) } : {};
  const node: Node = {
    id,
    type,
    mode,
    content,
    children: new Map(),
    names: 0,
    etag,
    nodeId: {},
    modifiedAt: {},
  };
  model.nodes.set(id, node);
  model.everyNode.push(node);
  return node;
}

/** Gives a file other contents. */
export function replaceContent(model: Model, node: Node, content: string): void {
  if (node.content !== content) model.former.add(node.content);
  Object.assign(node, { content, etag: { value: tagOf(content) }, modifiedAt: {} });
}

/** Returns an existing node by id. */
export function nodeOf(model: Model, id: number): Node {
  const node = model.nodes.get(id);
  if (node === undefined) throw new Error(`the model has no node ${id}`);
  return node;
}

/** The node and all below it, by id; one with several names comes as often. */
export const nodesBelow = (model: Model, id: number): number[] => [
  id,
  ...[...nodeOf(model, id).children.values()].flatMap((child) => nodesBelow(model, child)),
];

/** How many names of a node are in the trash. */
export const trashedNames = (model: Model, id: number): number =>
  model.trash.flatMap(({ top }) => nodesBelow(model, top)).filter((each) => each === id).length;

/** The last cursor issued. */
export const head = (model: Model) => model.log.length;

/** Appends an event at the next cursor. */
export function emit(model: Model, type: EventType, path: string): void {
  model.log.push({ cursor: head(model) + 1, type, path });
}

/** Entries and bytes that count against the quotas: each node once, the root not at all, and the trash too. */
export function usage(model: Model): { entries: number; bytes: number } {
  const all = [...model.nodes.values()];
  const files = all.filter(({ type }) => type === "file");
  const bytes = files.reduce((sum, { content }) => sum + sizeOf(content), 0);
  return { entries: all.length - 1, bytes };
}

export const sizeOf = (content: string) => Buffer.byteLength(content);

/** The entity tag of some content (spec 5.4). */
export const tagOf = (content: string) =>
  `"${createHash("sha256").update(content).digest("hex").slice(0, 32)}"`;
