import net from "node:net";

import { listen } from "@/testing/listen";

/** A TCP load balancer: one address for several web servers on this machine. */
export type Balancer = { url: string; close: () => Promise<void> };

/** Passes each connection to the next of `ports`, or to another when that one refuses. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<net.Socket>();
  let turn = 0;
  const join = (socket: net.Socket, tries: number) => {
    const port = ports[turn % ports.length] ?? 0;
    turn += 1;
    const other = net.connect(port, "127.0.0.1");
    keep(other);
    other.once("error", () => {
      if (other.bytesRead === 0 && tries > 1 && !socket.destroyed) join(socket, tries - 1);
      else socket.destroy();
    });
    other.once("connect", () => {
      socket.pipe(other).pipe(socket);
      other.once("close", () => socket.destroy());
    });
    socket.once("close", () => other.destroy());
  };
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  const server = net.createServer((socket) => {
    keep(socket);
    join(socket, ports.length);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
