import type { AddressInfo, Socket } from "node:net";
import tls from "node:tls";

import type { Certificate } from "./certificates";

/** A request as it came over the wire. */
export type Received = {
  method: string;
  path: string;
  /** The head exactly as received, without the empty line at its end. */
  head: string;
  /** Names as received and values, in order. */
  headers: [string, string][];
  body: string;
  /** `performance.now()` when its first byte was read. */
  at: number;
  /** The latest moment before at which that byte was not there yet: a busy process reads late. */
  notBefore: number;
  /** The socket's ordinal, from 1. */
  connection: number;
};

export type Answer = {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds to wait before answering. */
  afterMs?: number;
};

/** What to do with a request: answer it, say nothing, reset the connection, or do all oneself. */
export type Reaction =
  | Answer
  | "hang"
  | "reset"
  | ((socket: tls.TLSSocket, reset: () => void) => void);

export type Endpoint = {
  port: number;
  requests: Received[];
  /** The most requests that were without an answer at one time. */
  mostInFlight(): number;
  openSockets(): number;
  close(): Promise<void>;
};

export type EndpointOptions = {
  certificate: Certificate;
  respond: (request: Received) => Reaction | Promise<Reaction>;
  port?: number;
  /** Further options of the TLS server, such as the protocols it speaks. */
  tls?: tls.TlsOptions;
};

const ROUND_MS = 5;

/**
 * Starts a scriptable HTTPS endpoint on loopback. It reads requests with a Content-Length only, as the service sends them,
 * and leaves every byte of the answer to `respond`.
 */
export async function startEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const requests: Received[] = [];
  // By the other side's port: a TLS socket cannot be reset, only the one below it.
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
 * The most milliseconds that can lie between the starts of two requests: under the pace, the second one came too soon.
 * By `at` alone a first one that was read late would look too close to the second.
 */
export function mostBetween(first: Received | undefined, second: Received | undefined): number {
  if (!first || !second) throw new Error("there are no two requests");
  return second.at - first.notBefore;
}

/** The port on which a started server listens. */
export function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server does not listen on a port");
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

/** Remembers when the event loop came round, to know how late a socket may have been read. */
function watchLoop() {
  let [previous, latest] = [performance.now(), performance.now()];
  const timer = setInterval(() => {
    previous = latest;
    latest = performance.now();
  }, ROUND_MS);
  return {
    /** Between this moment and the latest round every socket with bytes was read. */
    last: () => previous,
    stop: () => clearInterval(timer),
  };
}
