import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

import { z } from "zod";

import { TEST_SECRET } from "@/testing/receiver/sender";

import { createTreeWorld, type Outcome, type TreeWorld } from "./tree-world";

const BASE = "/api/v1/orgs/org_1/filesystems";

/**
 * A fault for one request: the response is lost after the work is done, or the request is not
 * executed.
 */
export type Fault = "lost" | "unavailable" | "rate" | null;

export type TreeService = {
  origin: string;
  world: TreeWorld;
  /** Requests so far, as `PUT /files`. */
  seen: string[];
  close(): Promise<void>;
};

type Answer = [status: number, body: unknown, cursor?: bigint];

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
  created: (world: TreeWorld) => void,
): Promise<TreeService> {
  const world = createTreeWorld();
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
    const [status, json, cursor] = answer(world, kind, url.searchParams, body);
    if (kind === "POST /webhooks") created(world);
    if (wrong === "lost") return void response.destroy();
    if (cursor !== undefined) response.setHeader("x-cursor", cursor.toString());
    response.writeHead(status).end(Buffer.isBuffer(json) ? json : JSON.stringify(json));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    world,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(world: TreeWorld, kind: string, query: URLSearchParams, body: Buffer): Answer {
  const place = query.get("path") ?? "";
  switch (kind) {
    case "POST ":
      return [201, { id: "fs_1" }];
    case "GET /webhooks":
      return [200, []];
    case "POST /webhooks":
      return [201, { id: "wh_1", path_prefix: "/", secret: TEST_SECRET }];
    case "GET /entries":
      return [200, { root: null, entries: world.all(), cursor: "0", next_page_token: null }];
    case "GET /files:stat":
      return world.has(place) ? [200, {}] : [404, problem("path_not_found")];
    case "GET /files":
      return [200, world.read(place)];
    case "PUT /files":
      return [201, {}, world.write(place, body)];
    case "DELETE /files":
      return outcome(world.remove(place, query.get("recursive") === "true"));
    default:
      return post(world, kind, body);
  }
}

function post(world: TreeWorld, kind: string, body: Buffer): Answer {
  const { path, from, to } = jobSchema.parse(JSON.parse(body.toString()));
  return outcome(kind === "POST /directories" ? world.makeDirectory(path) : world.move(from, to));
}

function outcome(result: Outcome): Answer {
  return typeof result === "bigint" ? [200, {}, result] : [result.status, problem(result.code)];
}

function problem(code: string) {
  return { detail: { code } };
}
