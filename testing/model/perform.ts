import { createHash } from "node:crypto";

import { Pool } from "undici";

import { resultOf, toChange } from "./batch";
import { tagOf } from "./model";
import type { Operation, Prepared } from "./operations";
import type { ModelResponse, Page } from "./response";

/** Makes requests with one key on one filesystem; `base` is the filesystem's API path. */
export type Client = {
  perform(prepared: Prepared): Promise<ModelResponse>;
  /** Performs mutations of which `toChange` makes changes, as one batch. */
  performBatch(
    prepared: readonly Prepared[],
  ): Promise<{ prepared: Prepared; response: ModelResponse }[]>;
  feed(cursor: number, limit: number): Promise<ModelResponse>;
};

/** Opens a connection pool for many clients. Close it at the end. */
export function connect(url: string): Pool {
  return new Pool(url, { connections: 24 });
}

/** A client of one filesystem; only the user of `cookie` deletes for good. */
export function createClient(pool: Pool, key: string, base: string, cookie: string): Client {
  const user = { authorization: undefined, cookie, "sec-fetch-site": "same-origin" };
  const send = async (method: string, route: string, body?: string, headers = {}) => {
    const response = await pool.request({
      method,
      path: base + route,
      headers: defined({ authorization: `Bearer ${key}`, ...headers }),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.body.text();
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      header: (name: string) => response.headers[name]?.toString(),
      text,
      json: isJson && text !== "" ? JSON.parse(text) : null,
      pages: [],
    };
  };
  const post = (route: string, body: object, method = "POST", ifMatch?: string) => {
    const headers = defined({ "content-type": "application/json", "if-match": ifMatch });
    return send(method, route, JSON.stringify(body), headers);
  };
  return {
    feed: (cursor, limit) => send("GET", `/changes?cursor=${cursor}&limit=${limit}`),
    async performBatch(prepared) {
      const response = await post("/files:batch", { changes: prepared.map(toChange) });
      return prepared.map((p, i) => ({ prepared: p, response: resultOf(response, i) }));
    },
    async perform(prepared) {
      const { op, tags, cursor } = prepared;
      if (op.kind === "list") return readPages(send, op);
      if (op.kind === "mkdir") return post("/directories", only(op, "path", "parents", "mode"));
      if (op.kind === "link" || op.kind === "symlink")
        return post(`/files:${op.kind}`, only(op, "target", "path"));
      if (op.kind === "move" || op.kind === "copy") {
        const pair = only(op, "from", "to", "overwrite", "parents");
        return post(`/files:${op.kind}`, { ...pair, if_match: tags.ifMatch });
      }
      if (op.kind === "exchange") {
        const { from, to } = op;
        return post("/files:move", { from, to, exchange: true, if_match: tags.ifMatch });
      }
      if (op.kind === "patch") {
        const change = { mode: op.mode, modified_at: op.modifiedAt };
        return post(`/files?${query({ path: op.path })}`, change, "PATCH", tags.ifMatch);
      }
      if (op.kind === "restore")
        return post(`/trash/${op.item}:restore`, only(op, "to", "overwrite"));
      if (op.kind === "purge") return send("DELETE", `/trash/${op.item}`, undefined, user);
      if (op.kind === "trash") return send("GET", "/trash?limit=1000");
      if (op.kind === "stat") return send("GET", `/files:stat?${query({ path: op.path })}`);
      if (op.kind === "statNode") return send("GET", `/files:stat?node_id=${op.node}`);
      if (op.kind === "changes") return send("GET", `/changes?${query(pageOf(op, cursor))}`);
      return perform(send, prepared, op);
    },
  };
}

const pageOf = (op: Extract<Operation, { kind: "changes" }>, cursor: number) => ({
  cursor,
  limit: op.limit,
  path_prefix: op.prefix,
});

type Send = (
  method: string,
  route: string,
  body?: string,
  headers?: object,
) => Promise<ModelResponse>;
type Plain = Extract<Operation, { kind: "put" | "read" | "remove" | "content" }>;

function perform(send: Send, { tags }: Prepared, op: Plain): Promise<ModelResponse> {
  const headers = defined({
    "if-match": tags.ifMatch,
    "if-none-match": tags.ifNoneMatch,
    "if-range": tags.ifRange,
    range: "range" in op ? op.range : undefined,
    "x-content-sha256": op.kind === "put" ? checksum(op) : undefined,
  });
  if (op.kind === "read")
    return send(op.method, `/files?${query({ path: op.path })}`, undefined, headers);
  if (op.kind === "content")
    return send(op.method, `/contents/${tagOf(op.text).slice(1, -1)}`, undefined, headers);
  if (op.kind === "remove")
    return send("DELETE", `/files?${query(only(op, "path", "recursive"))}`, undefined, headers);
  return send("PUT", `/files?${query(only(op, "path", "parents", "mode"))}`, op.content, headers);
}

async function readPages(
  send: Send,
  op: Extract<Operation, { kind: "list" }>,
): Promise<ModelResponse> {
  const pages: Page[] = [];
  const fields = op.stat ? "stat" : undefined;
  const from = query({ ...only(op, "path", "recursive", "limit"), fields });
  for (let token: string | null = ""; ;) {
    const response: ModelResponse = await send(
      "GET",
      `/entries?${from}${token && `&page_token=${token}`}`,
    );
    if (response.status !== 200) return response;
    pages.push(response.json);
    token = response.json.next_page_token;
    if (token === null) return { ...response, pages };
  }
}

function checksum({ content, sha }: Extract<Operation, { kind: "put" }>): string | undefined {
  if (sha === undefined) return undefined;
  return createHash("sha256")
    .update(sha === "right" ? content : `not ${content}`)
    .digest("hex");
}

const query = (values: object) =>
  Object.entries(defined(values))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function only<T extends object>(from: T, ...names: (keyof T & string)[]): object {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}
