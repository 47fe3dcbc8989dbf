import { disagreement, isRead } from "./agree";
import { copyModel, head, nodeOf, ROOT, tagOf, type Model } from "./model";
import type { Operation, Prepared, TagChoice } from "./operations";
import { normal } from "./outcome";
import type { ModelResponse } from "./response";
import { below, locate } from "./tree";

/** A request and its response. */
export type Sent = { prepared: Prepared; response: ModelResponse };

/**
 * The model after concurrent operations, ordered by their cursors. Refusals and reads have no
 * cursor; for each there must be a point between the others at which it is correct.
 * @throws Error naming the operation whose response contradicts the model
 */
export function orderConcurrent(before: Model, sent: Sent[]): Model {
  const won = sent.filter(
    ({ prepared, response }) => !isRead(prepared.op) && response.status < 300,
  );
  const moments = [before];
  for (let left = won; left.length > 0;) {
    const { item, model } = nextOf(moments.at(-1) ?? before, left);
    moments.push(model);
    left = left.filter((other) => other !== item);
  }
  for (const item of sent) {
    if (won.includes(item) || isSpread(item, moments)) continue;
    const problems = moments.map((moment) =>
      disagreement(copyModel(moment), item.prepared, item.response, moments.length === 1),
    );
    if (!problems.includes(null)) throw new Error(describe(item.prepared, problems.join("; or ")));
  }
  return moments.at(-1) ?? before;
}

// Of those with the lowest cursor one has made it; what changed nothing agrees only after that.
function nextOf(now: Model, left: Sent[]): { item: Sent; model: Model } {
  const problems: string[] = [];
  const lowest = Math.min(...left.map(cursorOf));
  for (const item of left.filter((other) => cursorOf(other) === lowest)) {
    const model = copyModel(now);
    const problem = disagreement(model, item.prepared, item.response, true);
    if (problem === null) return { item, model };
    problems.push(describe(item.prepared, problem));
  }
  throw new Error(problems.join("; or "));
}

// A multi-page listing taken during writes is correct if the feed replayed over it is; that is
// checked at the end.
const isSpread = ({ response }: Sent, moments: Model[]) =>
  response.pages.length > 1 && moments.length > 1;

const cursorOf = ({ response }: Sent) => Number(response.header("x-cursor"));

const describe = ({ op, tags }: Prepared, problem: string) =>
  `${JSON.stringify(op)} ${JSON.stringify(tags)}: ${problem}`;

/** Chooses an operation's paths, conditions and feed cursor from what exists now. */
export function prepare(model: Model, generated: Operation): Prepared {
  const op = withPaths(model, generated);
  const current =
    op.kind === "content" ? tagOf(op.text) : locate(model, normal(pathOf(op))).node?.etag.value;
  return {
    op,
    tags: {
      ifMatch: write("ifMatch" in op ? op.ifMatch : undefined, current),
      ifNoneMatch: write("ifNoneMatch" in op ? op.ifNoneMatch : undefined, current),
      ifRange: write("ifRange" in op ? op.ifRange : undefined, current),
    },
    cursor: op.kind === "changes" ? Math.max(0, head(model) - op.back) : 0,
  };
}

function pathOf(op: Operation): string {
  if (op.kind === "changes") return op.prefix;
  if ("from" in op) return op.from;
  return "path" in op ? op.path : "/";
}

function withPaths(model: Model, op: Operation): Operation {
  const entries = below(model, nodeOf(model, ROOT), "/");
  const paths = entries.map((entry) => entry.path);
  const directories = ["", ...entries.flatMap((e) => (e.node.type === "directory" ? e.path : []))];
  const resolved = { ...op };
  for (const field of ["path", "from", "to", "prefix", "target"] as const) {
    const text: unknown = Reflect.get(op, field);
    const [, n, name] = /^@(\d+)(\/.+)?$/.exec(String(text)) ?? [];
    if (n === undefined) continue;
    const path = name === undefined ? nth(paths, n) : nth(directories, n) + name;
    Reflect.set(resolved, field, path);
  }
  if ("item" in resolved) resolved.item = itemOf(model, Number(resolved.item.slice(1)));
  if ("node" in resolved) resolved.node = nodeIdOf(model, Number(resolved.node));
  return resolved;
}

// Now and then one that does not exist.
const nodeIdOf = ({ everyNode }: Model, n: number) =>
  everyNode[n % (everyNode.length + 1)]?.nodeId.value ?? "999999999999999999";

// Now and then one that does not exist.
const itemOf = ({ trash }: Model, n: number) =>
  trash[n % (trash.length + 1)]?.id ?? "trash_00000000000000000000000000";

const nth = (list: string[], n: string) => list[Number(n) % list.length] ?? "/a";

function write(choice: TagChoice | undefined, current = '"gone"'): string | undefined {
  if (choice === "current") return current;
  if (choice === "weak") return `W/${current}`;
  if (choice === "several") return `"one", ${current}`;
  return choice === "other" ? '"other"' : choice;
}
