import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { finished } from "node:stream/promises";

import { verify } from "@/kits/typescript/verify";

import type { Certificate } from "./certificate";
import { parseMessage } from "./message";
import type { MirrorSync } from "./mirror-sync";
import { reason, type Report, type Reporter } from "./report";

/** A message is at most 256 KiB; the rest allows for a service that counts slightly differently. */
const MAX_BODY_BYTES = (256 + 16) * 1024;

/** The service gives up after 10 seconds; listening longer is pointless. */
const REQUEST_MS = 10_000;

export type ServerOptions = {
  certificate: Certificate;
  /** 0 picks a free port. */
  port: number;
  /** The path of the webhook's URL. */
  path: string;
  filesystem: string;
  /** The webhook's key, once it is known. */
  key: () => Promise<Buffer | null>;
  mirrorSync: Pick<MirrorSync, "accept">;
  /** How many entries the mirror has. */
  size: () => number;
  report: Reporter;
};

/** A request whose response is not 200. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

export type RunningServer = {
  port: number;
  /** Stops listening, responds to pending requests and closes all connections. */
  close(): Promise<void>;
};

/**
 * Starts the HTTPS endpoint on 127.0.0.1. Each request is checked (404, 405, 413, 401, 400), stored
 * by the mirror sync, then acknowledged. See spec 7.20, 9.6.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { cert, key } = options.certificate;
  const times = {
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS / 2,
    connectionsCheckingInterval: 1_000,
  };
  const inFlight = new Set<Promise<void>>();
  const server = createServer({ cert, key, ...times }, (request, response) => {
    const work = handleRequest(options, request, response).finally(() => inFlight.delete(work));
    inFlight.add(work);
  });
  server.maxConnections = 100;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : options.port,
    async close() {
      server.close();
      await Promise.all(inFlight);
      server.closeAllConnections();
    },
  };
}

async function handleRequest(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = Date.now();
  try {
    const report = await receive(options, request, at);
    options.report(report);
    await reply(response, 200, { outcome: report.outcome });
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 500;
    const why = error instanceof Refusal ? error.message : "internal";
    if (status === 405) response.setHeader("allow", "POST");
    // The rest of an unwanted body is not worth reading.
    if (!request.complete) response.setHeader("connection", "close");
    options.report({ event: "refused", at, status, reason: status === 500 ? reason(error) : why });
    await reply(response, status, { error: why });
  }
}

async function receive(
  { path, filesystem, key, mirrorSync, size }: ServerOptions,
  request: IncomingMessage,
  at: number,
): Promise<Report & { event: "message" }> {
  if (request.url !== path) throw new Refusal(404, "unknown_path");
  if (request.method !== "POST") throw new Refusal(405, "method_not_allowed");
  const body = await readBody(request);

  const secret = await key();
  if (secret === null) throw new Refusal(503, "no_secret_yet");
  const header = (name: string) => request.headers[name]?.toString();
  const id = header("webhook-id");
  const [timestamp, signature] = [header("webhook-timestamp"), header("webhook-signature")];
  const verdict = verify([secret], { id, timestamp, signature }, body, at / 1000);
  if (verdict !== "authentic") throw new Refusal(401, verdict);

  const message = parseMessage(body);
  if (message === null) throw new Refusal(400, "not_a_message");
  if (message.data.filesystem_id !== filesystem) throw new Refusal(400, "another_filesystem");
  const { type, data } = message;
  const outcome = await mirrorSync.accept({ type, cursor: data.cursor, events: data.events });
  const details = {
    id: id ?? "",
    type,
    cursor: data.cursor.toString(),
    events: data.events.length,
  };
  return { event: "message", at, ...details, outcome, mirror: size() };
}

/** The raw bytes: the signature covers these, not their parsed form. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  let size = 0;
  try {
    for await (const bytes of arriving) {
      size += bytes.length;
      if (size > MAX_BODY_BYTES) throw new Refusal(413, "body_too_large");
      chunks.push(bytes);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, "incomplete_body");
  }
  return Buffer.concat(chunks);
}

/** Resolves when the response has been sent, or when the client is gone. */
async function reply(response: ServerResponse, status: number, body: object): Promise<void> {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
  await finished(response).catch(() => undefined);
}
