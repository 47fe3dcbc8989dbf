import type { Server } from "node:http";

import { addressKey, isTrustedProxy } from "@/lib/http/peer";

// One address must not have them all; an office or a backend with streams has fewer.
const SHARE = 4;

/**
 * Closes connections of an address at once while it has a quarter of all that a server accepts. A trusted proxy brings
 * those of many addresses.
 */
export function shareConnections(
  server: Server,
  { maxConnections, trustedProxies }: { maxConnections: number; trustedProxies: readonly string[] },
): void {
  const most = Math.ceil(maxConnections / SHARE);
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const { remoteAddress = "unknown" } = socket;
    if (isTrustedProxy(remoteAddress, trustedProxies)) return;
    const key = addressKey(remoteAddress);
    const before = open.get(key) ?? 0;
    if (before >= most) {
      socket.destroy();
      return;
    }
    open.set(key, before + 1);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
