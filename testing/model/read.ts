import { type Node, nodeOf, ROOT, sizeOf, tagOf, type Model } from "./model";
import type { Operation, Prepared } from "./operations";
import { normal } from "./outcome";
import { matches } from "./refusals";
import { below, isBelow, locate } from "./tree";

type Op<K extends Operation["kind"]> = Extract<Operation, { kind: K }>;

/** What exists at a path. */
export type Item = { path: string; node: Node };

/**
 * The expected response to reading a file: the status, a refusal's code, the bytes and their range.
 */
export type FileResponse = {
  status: number;
  code?: string;
  body?: string;
  range?: string;
  node?: Content;
};

type Content = Pick<Node, "content" | "etag">;

/**
 * The expected response of `files:stat` or a listing for a path: the item, or why there is none.
 */
export function find(model: Model, path: string): { item: Item } | { code: string } {
  const at = normal(path);
  const { node, last } = locate(model, at);
  if (node !== null) return { item: { path: at, node } };
  return { code: last.type === "directory" ? "path_not_found" : "not_a_directory" };
}

/** The node with this id, at each of its paths; none if it is gone or in the trash. */
export function findNode(model: Model, nodeId: string): Item[] {
  const id = model.everyNode.find((node) => node.nodeId.value === nodeId)?.id;
  const root = { path: "/", node: nodeOf(model, ROOT) };
  return [root, ...below(model, root.node, "/")].filter(({ node }) => node.id === id);
}

/** The expected response to reading contents by their entity tag (spec 5.37). */
export function readContent(model: Model, { op, tags }: Prepared & { op: Op<"content"> }) {
  const { text } = op;
  const isHeld = [...model.nodes.values()].some(
    ({ type, content }) => type === "file" && content === text,
  );
  if (!isHeld && !model.former.has(text)) return { status: 404, code: "content_not_found" };
  return respond({ content: text, etag: { value: tagOf(text) } }, op, tags);
}

/** The expected entries of a listing, in order (spec 5.13). */
export function list(model: Model, { path, recursive }: Op<"list">) {
  const found = find(model, path);
  if ("code" in found) return recursive ? { root: null, entries: [] } : found;
  const { node, path: at } = found.item;
  const all = below(model, node, at);
  const first = all[0] === undefined ? 0 : Math.min(...all.map(depth));
  return {
    root: found.item,
    entries: recursive ? all : all.filter((item) => depth(item) === first),
  };
}

const depth = (item: Item) => item.path.split("/").length;

/** The expected events of a feed page that scanned to `end`. */
export function events(model: Model, after: number, end: number, prefix: string) {
  const top = normal(prefix);
  return model.log.filter(
    ({ cursor, path }) => cursor > after && cursor <= end && (path === top || isBelow(path, top)),
  );
}

/** The expected response to GET or HEAD (RFC 9110, sections 13 and 14; spec 5.8). */
export function readFile(model: Model, { op, tags }: Prepared & { op: Op<"read"> }): FileResponse {
  const found = find(model, op.path);
  if ("code" in found)
    return { status: found.code === "path_not_found" ? 404 : 409, code: found.code };
  const { node } = found.item;
  if (node.type === "directory") return { status: 409, code: "is_directory" };
  if (node.type === "symlink") return { status: 409, code: "is_symlink" };
  if (tags.ifMatch !== undefined && !matches(tags.ifMatch, node, true))
    return { status: 412, code: "precondition_failed" };
  return respond(node, op, tags);
}

function respond(
  node: Content,
  op: Pick<Op<"read">, "method" | "range">,
  tags: Prepared["tags"],
): FileResponse {
  if (tags.ifNoneMatch !== undefined && matches(tags.ifNoneMatch, node, false))
    return { status: 304, body: "", node };
  const whole = { status: 200, body: node.content, node };
  if (op.method === "HEAD" || op.range === undefined) return whole;
  if (tags.ifRange !== undefined && tags.ifRange !== node.etag.value) return whole;
  return readRange(op.range, node) ?? whole;
}

// Null: not a single valid byte range, so the whole file. The end range of an empty file is the
// whole file too.
function readRange(header: string, node: Content): FileResponse | null {
  const size = sizeOf(node.content);
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === "" && last === "") return null;
  if (first === "" && Number(last) > 0 && size === 0) return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size)
    return { status: 416, code: "range_not_satisfiable", range: `bytes */${size}` };
  const body = Buffer.from(node.content)
    .subarray(start, end + 1)
    .toString();
  return { status: 206, body, range: `bytes ${start}-${end}/${size}`, node };
}
