import net from "node:net";

import { listen } from "./listen";

/** A way to a service that can be cut, or lose its service without a sign. */
export type TcpProxy = {
  url: string;
  /** Resets all connections and each new one, until `restore`. */
  cut(): void;
  /** Passes nothing on any more and resets nothing, as if the host had vanished, until `restore`. */
  freeze(): void;
  /** For new connections; those that froze stay so. */
  restore(): void;
  /** How many bytes clients have sent. */
  sentBytes(): number;
  close(): Promise<void>;
};

/** Starts a proxy to a service on a free port of 127.0.0.1. */
export async function startTcpProxy(service: { url: string }): Promise<TcpProxy> {
  const target = new URL(service.url);
  const sockets = new Set<net.Socket>();
  let isCut = false;
  let isFrozen = false;
  let sent = 0;
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  const server = net.createServer((incoming) => {
    keep(incoming);
    if (isCut) {
      incoming.resetAndDestroy();
      return;
    }
    if (isFrozen) return;
    const outgoing = net.connect(Number(target.port), target.hostname);
    keep(outgoing);
    incoming.on("data", ({ length }) => (sent += length));
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  const port = await listen(server);
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      reset();
    },
    sentBytes: () => sent,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().removeAllListeners("data").pause();
    },
    restore() {
      isCut = false;
      isFrozen = false;
    },
    async close() {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
