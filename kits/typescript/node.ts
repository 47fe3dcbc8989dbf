import type { IncomingMessage, ServerResponse } from "node:http";

import { readBody } from "./fetch.ts";
import type { Receiver } from "./receiver.ts";

/**
 * Handles a webhook request of a Node `http` server. Put it before any middleware that parses
 * bodies. A failure of the store is a 500, so that the message comes again. See spec 7.20, 9.6.
 */
export async function handleNodeRequest(
  receiver: Receiver,
  request: IncomingMessage,
  response: ServerResponse,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  const { status, outcome } = await respondTo(receiver, request).catch((error: unknown) => {
    onError(error);
    return { status: 500, outcome: "internal" };
  });
  if (status === 405) response.setHeader("allow", "POST");
  // The rest of an unwanted body is not worth reading.
  if (!request.complete) response.setHeader("connection", "close");
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ outcome }));
}

async function respondTo(receiver: Receiver, request: IncomingMessage) {
  if (request.method !== "POST") return { status: 405, outcome: "method_not_allowed" };
  const body = await readBody(request.iterator({ destroyOnReturn: false }));
  if (body === null) return { status: 413, outcome: "body_too_large" };
  const header = (name: string) => request.headers[`webhook-${name}`]?.toString();
  const headers = {
    id: header("id"),
    timestamp: header("timestamp"),
    signature: header("signature"),
  };
  return receiver.receive(headers, body);
}
