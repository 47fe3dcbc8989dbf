import type { FileInfo } from "@/lib/contract/common";
import type { Entry } from "@/lib/contract/stat";

import { apply } from "./apply";
import { head, type ServiceValues, sizeOf, type Model, type TrashItem } from "./model";
import type { Operation, Prepared } from "./operations";
import * as read from "./read";
import type { ModelResponse } from "./response";

const READS: ReadonlySet<Operation["kind"]> = new Set([
  "read",
  "content",
  "stat",
  "statNode",
  "list",
  "trash",
  "changes",
]);

export const isRead = (op: Operation) => READS.has(op.kind);

/**
 * Why a response contradicts the model, or null. A successful mutation is applied to the model.
 * `learn`: this model is the only state the response can come from, so unknown values may be taken
 * from it.
 */
export function disagreement(
  model: Model,
  prepared: Prepared,
  response: ModelResponse,
  learn: boolean,
): string | null {
  const { op } = prepared;
  if (op.kind === "read")
    return readDiffers(read.readFile(model, { ...prepared, op }), op.method, response);
  if (op.kind === "content")
    return readDiffers(read.readContent(model, { ...prepared, op }), op.method, response);
  if (op.kind === "statNode") return statNodeDiffers(read.findNode(model, op.node), response);
  if (op.kind === "stat") return statDiffers(read.find(model, op.path), response, learn);
  if (op.kind === "list") return listDiffers(model, op, response, learn);
  if (op.kind === "trash") return trashDiffers(model, response);
  if (op.kind === "changes") return feedDiffers(model, prepared.cursor, op, response);
  const outcome = apply(model, prepared);
  if (!outcome.ok) return refusalDiffers(outcome.why, response);
  const cursor = Number(response.header("x-cursor"));
  const made = op.kind === "remove" ? model.trash.at(-1) : undefined;
  if (made !== undefined) made.id = response.header("x-trash-id") ?? "";
  return (
    differs("status", outcome.status, response.status) ??
    differs("X-Cursor", head(model), cursor) ??
    (outcome.node === null
      ? null
      : infoDiffers({ path: response.json.path, node: outcome.node }, response.json, true))
  );
}

/** Why a FileInfo does not match the node, or null. */
function infoDiffers({ path, node }: read.Item, info: FileInfo, learn: boolean): string | null {
  return (
    differs(`path`, path, info.path) ??
    differs(`type of ${path}`, node.type, info.type) ??
    differs(`size of ${path}`, sizeOf(node.content), info.size) ??
    values(`etag of ${path}`, node.etag, info.etag, learn) ??
    values(`modified_at of ${path}`, node.modifiedAt, info.modified_at, learn)
  );
}

function readDiffers(
  expected: read.FileResponse,
  method: string,
  response: ModelResponse,
): string | null {
  const refused = response.status >= 400 && method === "GET";
  return (
    differs("status", expected.status, response.status) ??
    differs("code", refused ? expected.code : undefined, refused ? codeOf(response) : undefined) ??
    differs("content-range", expected.range, response.header("content-range")) ??
    (expected.node === undefined
      ? null
      : (differs("body", method === "HEAD" ? "" : expected.body, response.text) ??
        values("etag", expected.node.etag, response.header("etag") ?? "", false)))
  );
}

type Found = ReturnType<typeof read.find>;

function statDiffers(found: Found, response: ModelResponse, learn: boolean): string | null {
  if ("code" in found) return refusalDiffers([found.code], response);
  return differs("status", 200, response.status) ?? fullDiffers(found.item, response.json, learn);
}

function statNodeDiffers(items: read.Item[], response: ModelResponse): string | null {
  if (items.length === 0) return refusalDiffers(["path_not_found"], response);
  if (response.status !== 200) return differs("status", 200, response.status);
  const { json } = response;
  const item = items.find(({ path }) => path === json.path);
  if (item === undefined) return differs("path of the node", show(items), json.path);
  return fullDiffers(item, json, false);
}

/** Why the fields of Stat do not match the node, or null. */
function fullDiffers(item: read.Item, json: Entry, learn: boolean): string | null {
  const { node } = item;
  return (
    infoDiffers(item, json, learn) ??
    differs("mode", node.mode.toString(8).padStart(4, "0"), json.mode) ??
    differs("nlink", node.type === "directory" ? 1 : node.names, json.nlink) ??
    differs("link_target", node.type === "symlink" ? node.content : null, json.link_target) ??
    values("node_id", node.nodeId, String(json.node_id), learn)
  );
}

function listDiffers(
  model: Model,
  op: Extract<Operation, { kind: "list" }>,
  response: ModelResponse,
  learn: boolean,
) {
  const expected = read.list(model, op);
  if ("code" in expected) return refusalDiffers([expected.code], response);
  if (response.status !== 200) return differs("status", 200, response.status);
  const items = response.pages.flatMap(({ entries }) => entries);
  const { root } = expected;
  const differ = op.stat ? fullDiffers : infoDiffers;
  const first = response.pages[0]?.root ?? null;
  return (
    differs(
      "pages that exceed the limit",
      0,
      response.pages.filter((p) => p.entries.length > op.limit).length,
    ) ??
    differs(
      "cursors",
      String(head(model)),
      [...new Set(response.pages.map((p) => p.cursor))].join(),
    ) ??
    differs("root", root === null, first === null) ??
    (root === null || first === null ? null : differ(root, first, learn)) ??
    differs("entries", show(expected.entries), show(items)) ??
    firstOf(
      items.map((info, i) => {
        const item = expected.entries[i];
        return item === undefined ? "an extra entry" : differ(item, info, learn);
      }),
    )
  );
}

const showItem = (item: Omit<TrashItem, "name" | "top">) =>
  `${item.id} ${item.path} ${item.entries} ${item.size}`;

function trashDiffers(model: Model, { status, json }: ModelResponse): string | null {
  if (status !== 200) return differs("status", 200, status);
  const newest = model.trash.map(showItem).toSorted().toReversed();
  return differs("trash", newest.join("\n"), json.map(showItem).join("\n"));
}

function feedDiffers(
  model: Model,
  after: number,
  op: Extract<Operation, { kind: "changes" }>,
  response: ModelResponse,
) {
  if (response.status !== 200) return differs("status", 200, response.status);
  const { events, cursor, has_more } = response.json;
  const expected = read.events(model, after, Number(cursor), op.prefix);
  return (
    differs("events", showEvents(expected), showEvents(events)) ??
    differs("too many events", false, events.length > op.limit) ??
    differs("has_more", Number(cursor) < head(model), has_more) ??
    differs("a page that ended early", false, has_more && events.length < op.limit)
  );
}

/** Events as one line each. */
export const showEvents = (events: { cursor: string | number; type: string; path: string }[]) =>
  events.map(({ cursor, type, path }) => `${cursor} ${type} ${path}`).join("\n");

const show = (items: { path: string }[]) => items.map(({ path }) => path).join(" ");

function refusalDiffers(why: string[], response: ModelResponse): string | null {
  const code = codeOf(response);
  return why.includes(code) ? null : `expected a refusal with ${why.join(" or ")}, got ${code}`;
}

const codeOf = ({ status, json }: ModelResponse): string =>
  json?.detail?.code ?? json?.code ?? `status ${status}`;

function values(what: string, known: ServiceValues, actual: string, learn: boolean): string | null {
  if (known.value === undefined && learn) known.value = actual;
  return known.value === undefined ? null : differs(what, known.value, actual);
}

/** Describes the expected and actual values, or null if they are equal. */
export function differs(what: string, expected: unknown, actual: unknown): string | null {
  if (expected === actual) return null;
  return `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

const firstOf = (problems: (string | null)[]) =>
  problems.find((problem) => problem !== null) ?? null;
