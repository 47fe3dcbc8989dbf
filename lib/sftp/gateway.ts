import { mkdir } from "node:fs/promises";
import type { Socket } from "node:net";
import path from "node:path";

import ssh2 from "ssh2";

import { createFreeSpace } from "@/lib/entries/free-space";
import { newId } from "@/lib/ids";
import { PRODUCT } from "@/lib/product";
import type { Services } from "@/lib/services";

import { ALGORITHMS } from "./algorithms";
import { createCarrier } from "./carrier";
import { serveConnection } from "./connection";
import type { HostKey } from "./host-keys";
import { LIMITS } from "./limits";
import { createSessions } from "./sessions";
import { createTaken } from "./taken";

/** Serves SFTP on sockets that others accept. */
export type Gateway = {
  take(socket: Socket): void;
  /** How many clients are connected, those that have not logged in among them. */
  connections(): number;
  /** Whether no client is connected and nothing waits for one to come back. */
  isIdle(): boolean;
  /** Ends all connections. What is not closed by then is not published. */
  close(): Promise<void>;
};

const ENDING_MS = 2_000;

/** A gateway to the filesystems of these services. `now` is the time, in milliseconds. */
export async function createGateway(
  services: Services,
  hostKeys: readonly HostKey[],
  now: () => number = Date.now,
): Promise<Gateway> {
  const { dataDir, minFreeBytes } = services.settings;
  const directory = path.join(dataDir, "sftp");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const refuseWhenFull = createFreeSpace(directory, minFreeBytes);
  const sessions = createSessions(
    services,
    { directory, inMemory: 0, open: 0, refuseWhenFull },
    now,
  );
  const unread = { bytes: 0 };
  const taken = createTaken();
  const server = new ssh2.Server({
    hostKeys: hostKeys.map(({ privateKey }) => privateKey),
    algorithms: ALGORITHMS,
    ident: PRODUCT,
    keepaliveInterval: LIMITS.keepAliveMs,
    keepaliveCountMax: LIMITS.keepAlives,
  });
  server.on("connection", (client, { ip, port, header }) => {
    const one = taken.find(ip, port);
    if (one === undefined) {
      client.end();
      return;
    }
    const { socket, address } = one;
    let heardAt = now();
    socket.on("data", () => (heardAt = now()));
    const end = () => {
      client.end();
      // A client that does not read would keep it open.
      setTimeout(() => socket.destroy(), ENDING_MS).unref();
    };
    serveConnection(client, {
      ctx: { address, requestId: newId("req"), services },
      software: header.versions.software,
      sessions,
      socket,
      carrier: createCarrier(socket, unread, end),
      connected: { heardAt: () => heardAt, end },
      onLogin: one.admit,
    });
  });
  return {
    take(socket) {
      if (taken.add(socket)) server.injectSocket(socket);
    },
    connections: () => taken.count(),
    isIdle: () => taken.count() === 0 && sessions.isEmpty(),
    async close() {
      await sessions.close();
      await taken.close();
    },
  };
}
