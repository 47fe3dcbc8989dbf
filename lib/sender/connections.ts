import type { TLSSocket } from "node:tls";

import { Client } from "undici";

/** One HTTP/1.1 client on its own socket; it never opens another. */
export type Connection = { client: Client; socket: TLSSocket; openedAt: number };

// Shorter than the 5 s at which Node's own servers close, so that a stale socket is rare.
const idleMs = 4_000;
const maximumHeaderBytes = 16_384;

/** Wraps an open, verified `socket` for `origin`. `openedAt` is monotonic milliseconds. */
export function createConnection(origin: string, socket: TLSSocket, openedAt: number): Connection {
  let given = false;
  const client = new Client(origin, {
    connect: (_, callback) => {
      const closed = Object.assign(new Error("the socket is closed"), { code: "CLOSED" });
      const gone = given || socket.destroyed;
      given = true;
      queueMicrotask(() => (gone ? callback(closed, null) : callback(null, socket)));
    },
    pipelining: 1,
    maxHeaderSize: maximumHeaderBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // Dripped bytes would push these back; the sender's own deadline is fixed.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { client, socket, openedAt };
}

/** Destroys the connection; resolves when its socket is closed. */
export async function destroyConnection({ client, socket }: Connection): Promise<void> {
  const closed = socket.closed || new Promise((resolve) => socket.once("close", resolve));
  socket.destroy();
  await Promise.all([closed, client.destroyed || client.destroy()]);
}

export type IdleConnections = {
  take(origin: string): Connection | undefined;
  keep(origin: string, connection: Connection): void;
  close(): Promise<void>;
};

/**
 * The idle sockets by origin, at most `maxIdle` in all and none older than `maxAgeMs` milliseconds,
 * so that hosts are resolved and checked again regularly. Requests never wait for a socket: a busy
 * origin opens one more.
 */
export function createIdleConnections(options: {
  maxIdle: number;
  maxAgeMs: number;
  now: () => number;
}): IdleConnections {
  const waiting = new Map<Connection, { origin: string; onClose: () => void }>();
  const release = (connection: Connection) => {
    const entry = waiting.get(connection);
    if (entry) connection.socket.off("close", entry.onClose);
    waiting.delete(connection);
  };
  const discard = (connection: Connection) => {
    release(connection);
    return destroyConnection(connection);
  };
  return {
    take(origin) {
      for (const [connection, entry] of waiting) {
        if (entry.origin !== origin) continue;
        const young = options.now() - connection.openedAt < options.maxAgeMs;
        if (young && !connection.socket.destroyed) {
          release(connection);
          return connection;
        }
        void discard(connection);
      }
      return undefined;
    },
    keep(origin, connection) {
      if (connection.socket.destroyed) {
        void destroyConnection(connection);
        return;
      }
      const onClose = () => void discard(connection);
      waiting.set(connection, { origin, onClose });
      connection.socket.once("close", onClose);
      const [oldest] = waiting.keys();
      if (oldest && waiting.size > options.maxIdle) void discard(oldest);
    },
    async close() {
      await Promise.all([...waiting.keys()].map(discard));
    },
  };
}
