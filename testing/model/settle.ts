import { disagreement, isRead } from "./agree";
import { normal } from "./apply";
import type { Operation, Prepared, TagChoice } from "./operations";
import type { Answer } from "./perform";
import { below, locate } from "./tree";
import { copyWorld, head, nodeOf, ROOT, type World } from "./world";

/** A request and its response. */
export type Sent = { prepared: Prepared; answer: Answer };

/**
 * The model after concurrent operations, ordered by their cursors. Refusals and reads have no
 * cursor; for each there must be a point between the others at which it is correct.
 * @throws Error naming the operation whose response contradicts the model
 */
export function settle(before: World, sent: Sent[]): World {
  const won = sent
    .filter(({ prepared, answer }) => !isRead(prepared.op) && answer.status < 300)
    .toSorted((a, b) => cursorOf(a) - cursorOf(b) || Number(isSilent(a)) - Number(isSilent(b)));
  const moments = [before];
  for (const { prepared, answer } of won) {
    const next = copyWorld(moments.at(-1) ?? before);
    const problem = disagreement(next, prepared, answer, true);
    if (problem !== null) throw new Error(describe(prepared, problem));
    moments.push(next);
  }
  for (const item of sent) {
    if (won.includes(item) || isSpread(item, moments)) continue;
    const problems = moments.map((moment) =>
      disagreement(copyWorld(moment), item.prepared, item.answer, moments.length === 1),
    );
    if (!problems.includes(null)) throw new Error(describe(item.prepared, problems.join("; or ")));
  }
  return moments.at(-1) ?? before;
}

// A multi-page listing taken during writes is correct if the feed replayed over it is; that is
// checked at the end.
const isSpread = ({ answer }: Sent, moments: World[]) =>
  answer.pages.length > 1 && moments.length > 1;

const cursorOf = ({ answer }: Sent) => Number(answer.header("x-cursor"));

const isSilent = ({ prepared: { op } }: Sent) =>
  (op.kind === "move" || op.kind === "copy") && normal(op.from) === normal(op.to);

const describe = ({ op, tags }: Prepared, problem: string) =>
  `${JSON.stringify(op)} ${JSON.stringify(tags)}: ${problem}`;

/** Chooses an operation's paths, conditions and feed cursor from what exists now. */
export function prepare(world: World, generated: Operation): Prepared {
  const op = withPaths(world, generated);
  const path = op.kind === "changes" ? op.prefix : "from" in op ? op.from : op.path;
  const current = locate(world, normal(path)).node?.etag.value;
  return {
    op,
    tags: {
      ifMatch: write("ifMatch" in op ? op.ifMatch : undefined, current),
      ifNoneMatch: write("ifNoneMatch" in op ? op.ifNoneMatch : undefined, current),
      ifRange: write("ifRange" in op ? op.ifRange : undefined, current),
    },
    cursor: op.kind === "changes" ? Math.max(0, head(world) - op.back) : 0,
  };
}

function withPaths(world: World, op: Operation): Operation {
  const entries = below(world, nodeOf(world, ROOT), "/");
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
  return resolved;
}

const nth = (list: string[], n: string) => list[Number(n) % list.length] ?? "/a";

function write(choice: TagChoice | undefined, current = '"gone"'): string | undefined {
  if (choice === "current") return current;
  if (choice === "weak") return `W/${current}`;
  if (choice === "several") return `"one", ${current}`;
  return choice === "other" ? '"other"' : choice;
}
