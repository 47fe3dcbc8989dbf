import net from "node:net";

import { test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startTestService } from "@/testing/service";

test.each([
  ["beyond MAX_CONNECTIONS, of all behind a proxy", "127.0.0.1", 5],
  ["beyond a quarter of them, of one address", "", 2],
])("connections %s are closed at once", async (_, TRUSTED_PROXIES, most) => {
  const small = await startTestService({ env: { MAX_CONNECTIONS: "5", TRUSTED_PROXIES } });
  const { hostname, port } = new URL(small.url);
  const sockets = Array.from({ length: 8 }, () => net.connect(Number(port), hostname));
  const closed = new Set<net.Socket>();
  for (const socket of sockets)
    socket.on("error", () => undefined).on("close", () => closed.add(socket));
  await eventually("those beyond it are closed", () => closed.size === 8 - most);
  for (const socket of sockets) socket.destroy();
  await small.close();
});
