import type { AddressInfo, Socket } from "node:net";
import tls from "node:tls";

import type { Certificate } from "./certificates";

/** A request as received over the wire. */
export type Received = {
  method: string;
  path: string;
  /** The head exactly as received, without the final empty line. */
  head: string;
  /** Header names as received and their values, in order. */
  headers: [string, string][];
  body: string;
  /** `performance.now()` when its first byte was read. */
  at: number;
  /** The latest time at which that byte had not yet arrived: a busy process reads late. */
  notBefore: number;
  /** The socket's ordinal, from 1. */
  connection: number;
};

export type ScriptedResponse = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds to wait before responding. */
  afterMs?: number;
};

/**
 * What to do with a request: respond, stay silent, reset the connection, or take over the socket.
 */
export type Reaction =
  | ScriptedResponse
  | "hang"
  | "reset"
  | ((socket: tls.TLSSocket, reset: () => void) => void);

export type Endpoint = {
  port: number;
  requests: Received[];
  /** The peak number of concurrent requests without a response. */
  mostInFlight(): number;
  openSockets(): number;
  close(): Promise<void>;
};

export type EndpointOptions = {
  certificate: Certificate;
  respond: (request: Received) => Reaction | Promise<Reaction>;
  port?: number;
  /** Further options for the TLS server, such as protocol versions. */
  tls?: tls.TlsOptions;
};

const ROUND_MS = 5;

/**
 * Starts a scriptable HTTPS endpoint on loopback. It reads only requests with a Content-Length, as
 * the service sends them, and leaves every byte of the response to `respond`.
 */
export async function startEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const requests: Received[] = [];
  // Keyed by the peer's port: a TLS socket cannot be reset, only the TCP socket below it.
  const rawSockets = new Map<number | undefined, Socket>();
  let connections = 0;
  let inFlight = 0;
  let most = 0;
  const loop = watchLoop();
  const server = tls.createServer({ ...options.certificate, ...options.tls }, (socket) => {
    connections += 1;
    const connection = connections;
    socket.on("error", () => undefined);
    readRequests(socket, loop.last, async (request) => {
      const received = { ...request, connection };
      requests.push(received);
      inFlight += 1;
      most = Math.max(most, inFlight);
      const reset = () => rawSockets.get(socket.remotePort)?.resetAndDestroy();
      await react(socket, reset, await options.respond(received));
      inFlight -= 1;
    });
  });
  server.on("connection", (socket: Socket) => {
    const { remotePort } = socket;
    rawSockets.set(remotePort, socket);
    socket.on("error", () => undefined);
    socket.once("close", () => rawSockets.delete(remotePort));
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  return {
    port: portOf(server),
    requests,
    mostInFlight: () => most,
    openSockets: () => rawSockets.size,
    close: () =>
      new Promise((resolve) => {
        loop.stop();
        server.close(() => resolve());
        for (const socket of rawSockets.values()) socket.destroy();
      }),
  };
}

/**
 * Upper bound on the milliseconds between the starts of two requests; if it is below the pace, the
 * second came too soon. `at` alone would underestimate the gap when the first request was read
 * late.
 */
export function mostBetween(first: Received | undefined, second: Received | undefined): number {
  if (!first || !second) throw new Error("fewer than two requests arrived");
  return second.at - first.notBefore;
}

/** The port a started server listens on. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server is not listening on a port");
  return address.port;
}

async function react(socket: tls.TLSSocket, reset: () => void, reaction: Reaction): Promise<void> {
  if (reaction === "hang") {
    await new Promise((resolve) => socket.once("close", resolve));
  } else if (reaction === "reset") {
    reset();
  } else if (typeof reaction === "function") {
    reaction(socket, reset);
  } else {
    if (reaction.afterMs) await new Promise((resolve) => setTimeout(resolve, reaction.afterMs));
    const { status, headers = {}, body = "" } = reaction;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (!socket.destroyed) {
      const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
      socket.write(`HTTP/1.1 ${status} \r\n${lines.join("")}${length}\r\n${body}`);
    }
  }
}

type Parsed = Omit<Received, "connection">;

function readRequests(
  socket: tls.TLSSocket,
  lastRound: () => number,
  onRequest: (request: Parsed) => Promise<void>,
): void {
  let pending = Buffer.alloc(0);
  let at = 0;
  let notBefore = 0;
  socket.on("data", (chunk: Buffer) => {
    if (pending.length === 0) {
      at = performance.now();
      notBefore = lastRound();
    }
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const headEnd = pending.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const request = parseHead(pending.toString("latin1", 0, headEnd));
      const length = Number(request.headers.find(([name]) => name === "content-length")?.[1] ?? 0);
      const end = headEnd + 4 + length;
      if (pending.length < end) return;
      const body = pending.toString("utf8", headEnd + 4, end);
      pending = pending.subarray(end);
      void onRequest({ ...request, body, at, notBefore });
    }
  });
}

function parseHead(head: string): Pick<Received, "method" | "path" | "head" | "headers"> {
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { method, path, head, headers };
}

/** Records event loop iterations, to bound how late a socket may have been read. */
function watchLoop() {
  let [previous, latest] = [performance.now(), performance.now()];
  const timer = setInterval(() => {
    previous = latest;
    latest = performance.now();
  }, ROUND_MS);
  return {
    /** Every readable socket was read between this time and the latest iteration. */
    last: () => previous,
    stop: () => clearInterval(timer),
  };
}
