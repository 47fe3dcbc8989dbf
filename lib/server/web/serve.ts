import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { getRequestListener, RequestError } from "@hono/node-server";

import { ERRORS } from "@/lib/contract/errors";
import { LIMITS } from "@/lib/contract/limits";
import { AppError } from "@/lib/errors";
import { setPeer } from "@/lib/http/peer";
import { detailOf, refuse } from "@/lib/http/problem";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { Settings } from "@/lib/settings";

import { apiHeaders } from "./api-headers";
import { cutUnread } from "./cut-unread";
import { linger } from "./linger";
import { shareConnections } from "./share-connections";

type Fetch = (request: Request) => Promise<Response>;
/** Handles a request of Node's HTTP server. */
export type Listener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<void> | void;

const REST_OF_BODY_MS = 1_000;
const OURS = /^\/(api|oauth|\.well-known)(\/|$)/;
const SIGN_IN = /^\/api\/auth(\/|$)/;

/**
 * One HTTP server: `/api`, `/oauth` and `/.well-known` are answered by our own router, which costs a fraction of
 * Next's, `/api/inngest` by `inngest`, or as any unknown path where that is null. Everything else is a page, and so is
 * `/api/auth`, where the console's sign-in lives (docs/decisions/0001-one-server.md). Connections beyond
 * `maxConnections`, or beyond a quarter of them from one address, are closed at once.
 */
export function createWebServer(
  api: Fetch,
  inngest: Fetch | null,
  pages: Listener,
  settings: Pick<Settings, "maxConnections" | "trustedProxies" | "appUrl">,
  unreadMs?: number,
): Server {
  const { maxConnections, appUrl } = settings;
  const safety = apiHeaders(appUrl);
  const listener = (fetch: Fetch) =>
    getRequestListener(
      async (request, { incoming }) => {
        const { socket } = incoming;
        const address = socket.remoteAddress ?? "unknown";
        setPeer(request, { address, cut: () => socket.destroy() });
        return linger(await fetch(request), incoming);
      },
      { overrideGlobalObjects: false, errorHandler: answerError },
    );
  const serveApi = listener(api);
  const serveInngest = inngest === null ? serveApi : listener(inngest);
  const dispatch: Listener = (incoming, outgoing) => {
    const asked = resolveTarget(incoming.url ?? "/");
    if (asked === null || countHosts(incoming) > 1) return answerClientError(null, incoming.socket);
    const { pathname: path, search } = asked;
    if (path === "/api/inngest") return void serveInngest(incoming, outgoing);
    if (OURS.test(path) && !SIGN_IN.test(path)) {
      outgoing.setHeaders(safety);
      return void serveApi(incoming, outgoing);
    }
    // What limits pages, sets their headers and makes them sees one and the same path.
    incoming.url = path + search;
    // A destroyed request no longer has its socket.
    const { socket } = incoming;
    outgoing.once("finish", () => leaveUnfinished(incoming, socket));
    return void pages(incoming, outgoing);
  };
  const options = { maxHeaderSize: LIMITS.headBytes, ServerResponse: cutUnread(unreadMs) };
  const server = createServer(options, (incoming, outgoing) => {
    void dispatch(incoming, outgoing);
  });
  // An unknown Expect header is no reason to reject a request.
  server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void dispatch(incoming, outgoing);
  });
  server.on("clientError", answerClientError);
  // Large uploads may take any time; only the headers have a timeout.
  server.requestTimeout = 0;
  server.headersTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = maxConnections;
  shareConnections(server, settings);
  return server;
}

// Resolves dot segments like Next does: otherwise `/x/../api/v1/…` would reach Next's copy of our routes,
// which has no caller address. A target may include an origin (RFC 9112, section 3.2.2); null for `*` and the like.
function resolveTarget(target: string): URL | null {
  const text = target.startsWith("/") ? `http://localhost${target}` : target;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) ? url : null;
}

// Which of them counts would be a guess (RFC 9112, section 3.2).
const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;

// Node would wait forever for the rest of the body after the response; our router closes the connection.
function leaveUnfinished(incoming: IncomingMessage, socket: Socket): void {
  if (incoming.complete) return;
  const leave = () => incoming.complete || socket.destroySoon();
  setTimeout(leave, REST_OF_BODY_MS).unref();
}

function answerError(error: unknown): Response {
  if (error instanceof RequestError) return refuse("malformed_request");
  log.error({ err: error }, "request failed");
  return refuse("internal");
}

/** Responds to invalid HTTP with an error like any other and closes the connection. */
function answerClientError(error: Error | null, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const isTooLarge = error !== null && "code" in error && error.code === "HPE_HEADER_OVERFLOW";
  const refusal = new AppError(isTooLarge ? "headers_too_large" : "malformed_request");
  const { status } = ERRORS[refusal.code];
  const line = `${status} ${STATUS_CODES[status]}`;
  const id = newId("req");
  const body = JSON.stringify({ detail: detailOf(refusal, id) });
  const headers = `x-request-id: ${id}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${line}\r\n${headers}\r\nconnection: close\r\n\r\n${body}`);
}

/** Starts listening. Rejects with the socket's error if the port is not available. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Stops accepting requests, waits `graceMs` for those in flight, then closes the rest. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed;
  clearTimeout(cut);
  clearInterval(idle);
}
