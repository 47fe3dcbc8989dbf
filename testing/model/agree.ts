import type { FileInfo } from "@/lib/contract/common";

import { apply } from "./apply";
import * as look from "./look";
import type { Operation, Prepared } from "./operations";
import type { Answer } from "./perform";
import { head, type Learned, sizeOf, type World } from "./world";

const READS: ReadonlySet<Operation["kind"]> = new Set(["read", "stat", "list", "changes"]);

export const isRead = (op: Operation) => READS.has(op.kind);

/**
 * Why a response contradicts the model, or null. A successful mutation is applied to the model.
 * `learn`: this model is the only state the response can come from, so unknown values may be taken
 * from it.
 */
export function disagreement(
  world: World,
  prepared: Prepared,
  answer: Answer,
  learn: boolean,
): string | null {
  const { op } = prepared;
  if (op.kind === "read")
    return readDiffers(look.readFile(world, { ...prepared, op }), op.method, answer);
  if (op.kind === "stat") return statDiffers(look.find(world, op.path), answer, learn);
  if (op.kind === "list") return listDiffers(world, op, answer, learn);
  if (op.kind === "changes") return feedDiffers(world, prepared.cursor, op, answer);
  const outcome = apply(world, prepared);
  if (!outcome.ok) return refusalDiffers(outcome.why, answer);
  const cursor = Number(answer.header("x-cursor"));
  return (
    differs("status", outcome.status, answer.status) ??
    differs("X-Cursor", head(world), cursor) ??
    (outcome.node === null
      ? null
      : infoDiffers({ path: answer.json.path, node: outcome.node }, answer.json, true))
  );
}

/** Why a FileInfo does not match the node, or null. */
function infoDiffers({ path, node }: look.Item, info: FileInfo, learn: boolean): string | null {
  return (
    differs(`path`, path, info.path) ??
    differs(`type of ${path}`, node.type, info.type) ??
    differs(`size of ${path}`, sizeOf(node.content), info.size) ??
    learned(`etag of ${path}`, node.etag, info.etag, learn) ??
    learned(`modified_at of ${path}`, node.modifiedAt, info.modified_at, learn)
  );
}

function readDiffers(expected: look.FileAnswer, method: string, answer: Answer): string | null {
  const refused = answer.status >= 400 && method === "GET";
  return (
    differs("status", expected.status, answer.status) ??
    differs("code", refused ? expected.code : undefined, refused ? codeOf(answer) : undefined) ??
    differs("content-range", expected.range, answer.header("content-range")) ??
    (expected.node === undefined
      ? null
      : (differs("body", method === "HEAD" ? "" : expected.body, answer.text) ??
        learned("etag", expected.node.etag, answer.header("etag") ?? "", false)))
  );
}

type Found = ReturnType<typeof look.find>;

function statDiffers(found: Found, answer: Answer, learn: boolean): string | null {
  if ("code" in found) return refusalDiffers([found.code], answer);
  const { node } = found.item;
  const { json } = answer;
  return (
    differs("status", 200, answer.status) ??
    infoDiffers(found.item, json, learn) ??
    differs("mode", node.mode.toString(8).padStart(4, "0"), json.mode) ??
    differs("nlink", node.type === "file" ? node.names : 1, json.nlink) ??
    differs("link_target", node.type === "symlink" ? node.content : null, json.link_target) ??
    learned("node_id", node.nodeId, json.node_id, learn)
  );
}

function listDiffers(
  world: World,
  op: Extract<Operation, { kind: "list" }>,
  answer: Answer,
  learn: boolean,
) {
  const expected = look.list(world, op);
  if ("code" in expected) return refusalDiffers([expected.code], answer);
  if (answer.status !== 200) return differs("status", 200, answer.status);
  const items = answer.pages.flatMap(({ entries }) => entries);
  const { root } = expected;
  const first = answer.pages[0]?.root ?? null;
  return (
    differs(
      "pages that exceed the limit",
      0,
      answer.pages.filter((p) => p.entries.length > op.limit).length,
    ) ??
    differs(
      "cursors",
      String(head(world)),
      [...new Set(answer.pages.map((p) => p.cursor))].join(),
    ) ??
    differs("root", root === null, first === null) ??
    (root === null || first === null ? null : infoDiffers(root, first, learn)) ??
    differs("entries", show(expected.entries), show(items)) ??
    firstOf(items.map((info, i) => entryDiffers(expected.entries[i], info, learn)))
  );
}

const entryDiffers = (item: look.Item | undefined, info: FileInfo, learn: boolean) =>
  item === undefined ? "an extra entry" : infoDiffers(item, info, learn);

function feedDiffers(
  world: World,
  after: number,
  op: Extract<Operation, { kind: "changes" }>,
  answer: Answer,
) {
  if (answer.status !== 200) return differs("status", 200, answer.status);
  const { events, cursor, has_more } = answer.json;
  const expected = look.events(world, after, Number(cursor), op.prefix);
  return (
    differs("events", showEvents(expected), showEvents(events)) ??
    differs("too many events", false, events.length > op.limit) ??
    differs("has_more", Number(cursor) < head(world), has_more) ??
    differs("a page that ended early", false, has_more && events.length < op.limit)
  );
}

/** Events as one line each. */
export const showEvents = (events: { cursor: string | number; type: string; path: string }[]) =>
  events.map(({ cursor, type, path }) => `${cursor} ${type} ${path}`).join("\n");

const show = (items: { path: string }[]) => items.map(({ path }) => path).join(" ");

function refusalDiffers(why: string[], answer: Answer): string | null {
  const code = codeOf(answer);
  return why.includes(code) ? null : `expected a refusal with ${why.join(" or ")}, got ${code}`;
}

const codeOf = ({ status, json }: Answer): string =>
  json?.detail?.code ?? json?.code ?? `status ${status}`;

function learned(what: string, known: Learned, actual: string, learn: boolean): string | null {
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
