import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { type EngineContext, errorName } from "./context";
import { BadRequestError, readEvents } from "./events";
import type { Executor } from "./executor";
import { UnsupportedFunctionError } from "./functions";
import { readCheckpoint } from "./operations";
import { hashedSigningKey, sameText } from "./signature";

type Reply = { status: number; body: Record<string, unknown> };
type Api = {
  engine: EngineContext;
  executor: Executor;
  eventKey: string;
  /** Registers the functions of a sync that the app started. True: something changed. */
  register: (functions: unknown) => Promise<boolean>;
};

/**
 * The engine's HTTP side, JSON in and out: `POST /e/:key`, `POST /v1/checkpoint/:run/async`,
 * `POST /fn/register`, `GET /health`.
 */
export function createApi(api: Api): Server {
  const server = createServer((request, response) => {
    void respond(api, request)
      .catch((error: unknown) => refusal(api, error))
      .then((reply) => send(request, response, reply));
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  return server;
}

async function respond(api: Api, request: IncomingMessage): Promise<Reply> {
  const { pathname } = new URL(request.url ?? "/", "http://engine");
  if (pathname === "/health" && request.method === "GET") {
    return { status: 200, body: { status: "ok", ...api.executor.stats() } };
  }
  if (request.method !== "POST") throw new BadRequestError("not found", 404);
  const [, key] = /^\/e\/([^/]+)$/.exec(pathname) ?? [];
  if (key !== undefined) return receiveEvents(api, request, key);
  if (pathname === "/fn/register") return receiveSync(api, request);
  const [, runId] = /^\/v1\/checkpoint\/(\w+)\/async$/.exec(pathname) ?? [];
  if (runId !== undefined) return receiveCheckpoint(api, request, runId);
  throw new BadRequestError("not found", 404);
}

async function receiveEvents(api: Api, request: IncomingMessage, key: string): Promise<Reply> {
  if (!sameText(decodeKey(key), api.eventKey)) throw new BadRequestError("unknown event key", 401);
  const { policy, clock } = api.engine;
  const body = await readJson(request, policy.maxBodyBytes);
  const seed = request.headers["x-inngest-event-id-seed"];
  const given = typeof seed === "string" ? seed : null;
  const events = readEvents(body, given, clock.now(), policy.maxEvents);
  await api.executor.accept(events);
  return { status: 200, body: { ids: events.map(({ event }) => event.id), status: 200 } };
}

async function receiveCheckpoint(
  api: Api,
  request: IncomingMessage,
  runId: string,
): Promise<Reply> {
  const { clock } = api.engine;
  const { id, operations } = readCheckpoint(await readSigned(api, request), clock.now());
  const outcome = await api.executor.checkpoint({ runId, id }, operations);
  if (outcome === "stored") return { status: 200, body: { status: 200 } };
  if (outcome === "stale") throw new BadRequestError("another call has taken over this run", 409);
  throw new BadRequestError("these steps cannot be stored while their call continues");
}

async function receiveSync(api: Api, request: IncomingMessage): Promise<Reply> {
  const body = await readSigned(api, request);
  const functions: unknown =
    typeof body === "object" && body !== null && "functions" in body ? body.functions : null;
  return { status: 200, body: { ok: true, modified: await api.register(functions) } };
}

/** The body of a request of the app, which has our signing key. */
async function readSigned({ engine }: Api, request: IncomingMessage): Promise<unknown> {
  const expected = `Bearer ${hashedSigningKey(engine.app.signingKey)}`;
  if (!sameText(request.headers.authorization ?? "", expected)) {
    throw new BadRequestError("unknown signing key", 401);
  }
  return readJson(request, engine.policy.maxBodyBytes);
}

async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new BadRequestError(`body larger than ${maxBytes} bytes`, 413);
    chunks.push(bytes);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new BadRequestError("the body is not JSON");
  }
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return "";
  }
}

function refusal(api: Api, error: unknown): Reply {
  const [status, message] =
    error instanceof BadRequestError
      ? [error.status, error.message]
      : error instanceof UnsupportedFunctionError
        ? [400, error.message]
        : [500, "failed to store the request; retry it"];
  if (status === 500) api.engine.log.error({ error: errorName(error) }, "engine: request failed");
  return { status, body: { error: message, status } };
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Reply): void {
  // An unread body cannot be followed by another request on the same connection.
  if (!request.complete) response.setHeader("connection", "close");
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
