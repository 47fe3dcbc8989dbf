import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";

import { LIMITS } from "@/lib/contract/limits";
import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

import { receiveMessage } from "./receive-message";

// More than the sender has in flight and idle at one host; what else connects gets no further than the signature.
const MAX_CONNECTIONS = 256;
const TIMES = {
  handshakeTimeout: 5_000,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};

/** Starts a test inbox's HTTPS server on a free port of 127.0.0.1 (spec 7.37). */
export async function startListener(
  services: Uses<"db" | "keys">,
  certificate: { cert: string; key: string },
): Promise<{ server: Server; port: number }> {
  const server = createServer({ ...certificate, ...TIMES }, (request, response) => {
    void respond(services, request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("tlsClientError", (_, socket) => socket.destroy());
  server.on("error", (error) => log.warn({ err: error }, "failed to listen for a test inbox"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port to listen on");
  return { server, port: address.port };
}

/** 204 for an authentic message that is stored, 400 for anything else, 500 when it could not be stored. */
async function respond(
  services: Uses<"db" | "keys">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const status = await receive(services, request).catch((error: unknown) => {
    log.error({ err: error }, "failed to store a message in a test inbox");
    return 500;
  });
  // The rest of a body that was not read is not waited for.
  if (!request.complete) response.setHeader("connection", "close");
  response.writeHead(status).end();
}

async function receive(
  services: Uses<"db" | "keys">,
  request: IncomingMessage,
): Promise<204 | 400> {
  if (request.method !== "POST") return 400;
  const body = await readBody(request);
  if (body === null) return 400;
  const header = (name: string) => request.headers[name]?.toString();
  const signed = {
    id: header("webhook-id"),
    timestamp: header("webhook-timestamp"),
    signature: header("webhook-signature"),
  };
  return (await receiveMessage(services, signed, body)) ? 204 : 400;
}

/** The raw bytes, which the signature covers; null if they are more than a message has, or end early. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  let size = 0;
  try {
    for await (const bytes of arriving) {
      size += bytes.length;
      if (size > LIMITS.messageBytes) return null;
      chunks.push(bytes);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}
