import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { getRequestListener } from "@hono/node-server";

import { setPeer } from "@/lib/http/peer";

type Fetch = (request: Request) => Promise<Response>;
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | void;

// A path of 4,096 bytes can take 12 KiB percent-encoded, and a page token as much again.
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * One HTTP server: `/api/v1` is answered by our own router, which costs a fraction of Next's, `/api/inngest`
 * by the engine's handler, everything else is a page (docs/decisions/0001-one-server.md).
 */
export function createWebServer(api: Fetch, inngest: Fetch, pages: Listener): Server {
  const listener = (fetch: Fetch) =>
    getRequestListener(
      (request, { incoming }) => {
        setPeer(request, incoming.socket.remoteAddress ?? "unknown");
        return fetch(request);
      },
      { overrideGlobalObjects: false, errorHandler: () => new Response(null, { status: 500 }) },
    );
  const serveApi = listener(api);
  const serveInngest = listener(inngest);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, outgoing) => {
    const path = (incoming.url ?? "/").split("?", 1)[0] ?? "/";
    if (path === "/api/inngest") return void serveInngest(incoming, outgoing);
    if (path === "/api" || path.startsWith("/api/")) return void serveApi(incoming, outgoing);
    return void pages(incoming, outgoing);
  });
  // A large file over a slow line takes as long as it takes; only silence before the headers is cut off.
  server.requestTimeout = 0;
  server.headersTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Listens, and fails with the error of the socket when the port cannot be had. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Takes no more requests, lets those in flight end for `graceMs`, then cuts the rest. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearTimeout(cut);
  clearInterval(idle);
}
