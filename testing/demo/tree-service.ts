import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { z } from "zod";

import { listen } from "@/testing/listen";
import { TEST_SECRET } from "@/testing/receiver/sender";

import { createFakeTree, type Outcome, type FakeTree } from "./fake-tree";

const BASE = "/api/v1/orgs/org_1/filesystems";

/**
 * A fault for one request: the response is lost after the work is done, or the request is not
 * executed.
 */
export type Fault = "lost" | "unavailable" | "rate" | null;

export type TreeService = {
  origin: string;
  tree: FakeTree;
  /** Requests so far, as `PUT /files`. */
  seen: string[];
  close(): Promise<void>;
};

type FakeResponse = [status: number, body: unknown, cursor?: bigint];

const jobSchema = z.object({
  path: z.string().default(""),
  from: z.string().default(""),
  to: z.string().default(""),
});

/**
 * Starts a service with one filesystem on a free loopback port. `fault` is called for each request
 * that changes or reads files; `created` is called when the webhook is created.
 */
export async function startTreeService(
  fault: (kind: string) => Fault,
  created: (tree: FakeTree) => void,
): Promise<TreeService> {
  const tree = createFakeTree();
  const seen: string[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const route = url.pathname.replace(BASE, "").replace("/fs_1", "");
    const kind = `${request.method} ${route}`;
    const body = await buffer(request);
    seen.push(kind);
    const wrong = /files|directories/.test(route) ? fault(kind) : null;
    if (wrong === "unavailable") return void response.writeHead(503).end();
    if (wrong === "rate") return void response.writeHead(429, { "retry-after": "0" }).end();
    const [status, json, cursor] = respond(tree, kind, url.searchParams, body);
    if (kind === "POST /webhooks") created(tree);
    if (wrong === "lost") return void response.destroy();
    if (cursor !== undefined) response.setHeader("x-cursor", cursor.toString());
    response.writeHead(status).end(Buffer.isBuffer(json) ? json : JSON.stringify(json));
  }

  const server = createServer((request, response) => void handle(request, response));
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    tree,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(tree: FakeTree, kind: string, query: URLSearchParams, body: Buffer): FakeResponse {
  const filePath = query.get("path") ?? "";
  switch (kind) {
    case "POST ":
      return [201, { id: "fs_1" }];
    case "GET /webhooks":
      return [200, []];
    case "POST /webhooks":
      return [201, { id: "wh_1", path_prefix: "/", secret: TEST_SECRET }];
    case "GET /entries":
      return [200, { root: null, entries: tree.all(), cursor: "0", next_page_token: null }];
    case "GET /files:stat":
      return tree.has(filePath) ? [200, {}] : [404, problem("path_not_found")];
    case "GET /files":
      return [200, tree.read(filePath)];
    case "PUT /files":
      return [201, {}, tree.write(filePath, body)];
    case "DELETE /files":
      return outcome(tree.remove(filePath, query.get("recursive") === "true"));
    default:
      return post(tree, kind, body);
  }
}

function post(tree: FakeTree, kind: string, body: Buffer): FakeResponse {
  const { path, from, to } = jobSchema.parse(JSON.parse(body.toString()));
  return outcome(kind === "POST /directories" ? tree.makeDirectory(path) : tree.move(from, to));
}

function outcome(result: Outcome): FakeResponse {
  return typeof result === "bigint" ? [200, {}, result] : [result.status, problem(result.code)];
}

function problem(code: string) {
  return { detail: { code } };
}
