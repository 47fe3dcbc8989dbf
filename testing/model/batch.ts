import type { Prepared } from "./operations";
import type { ModelResponse } from "./response";

/** The operation as a change of a batch; null if only a request of its own can do it. */
export function toChange({ op, tags }: Prepared): object | null {
  const if_match = tags.ifMatch;
  if (op.kind === "put" && op.sha === undefined) {
    const { kind, path, parents, mode } = op;
    const content = Buffer.from(op.content).toString("base64");
    return { op: kind, path, parents, mode, content, if_match, if_none_match: tags.ifNoneMatch };
  }
  if (op.kind === "patch")
    return { op: op.kind, path: op.path, mode: op.mode, modified_at: op.modifiedAt, if_match };
  if (op.kind === "remove" && !op.recursive) return { op: op.kind, path: op.path, if_match };
  if (op.kind === "mkdir")
    return { op: op.kind, path: op.path, parents: op.parents, mode: op.mode };
  if (op.kind === "link" || op.kind === "symlink")
    return { op: op.kind, target: op.target, path: op.path };
  return null;
}

/** The n-th result of a batch as the response to a request of its own. */
export function resultOf(batch: ModelResponse, n: number): ModelResponse {
  const result = batch.json?.results?.[n];
  if (batch.status !== 200 || result === undefined) return batch;
  return {
    status: result.status,
    header: (name) =>
      ({ "x-cursor": result.cursor, "x-trash-id": result.trash_id })[name] ?? undefined,
    text: "",
    json: result.error === null ? result.file : { detail: result.error },
    pages: [],
  };
}
