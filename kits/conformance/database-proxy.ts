import { once } from "node:events";
import net from "node:net";

import type { Steps } from "./steps.ts";

/** A way to a PostgreSQL server on which everything that the receiver sends is a step. */
export type DatabaseProxy = {
  /** The address of the database through the proxy. */
  url: string;
  close(): Promise<void>;
};

/** Starts it on a free port of 127.0.0.1, without TLS. */
export async function startDatabaseProxy(
  databaseUrl: string,
  steps: () => Steps,
): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const [host, port] = [url.hostname, Number(url.port || 5432)];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((incoming) => {
    const outgoing = net.connect(port, host);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    incoming.on("data", (bytes) => {
      if (steps().take()) outgoing.write(bytes);
      else incoming.destroy();
    });
    outgoing.pipe(incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" && address ? address.port : 0);
  url.searchParams.set("sslmode", "disable");
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
