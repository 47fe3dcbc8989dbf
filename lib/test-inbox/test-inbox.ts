import type { Server } from "node:https";
import tls from "node:tls";

import { TEST_INBOX_HOST } from "@/lib/contract/test-inbox-url";
import type { LocalHost } from "@/lib/sender/route";
import type { Uses } from "@/lib/services";

import { makeCertificate } from "./certificate";
import { startListener } from "./listener";

/**
 * The test inbox of this process (spec 7.37). Its listener starts with the first delivery to it, with a certificate that
 * exists only in memory and that its sender alone trusts, for its host alone.
 */
export function createTestInbox(services: Uses<"db" | "keys">): LocalHost {
  let starting: ReturnType<typeof start> | undefined;
  const start = async () => {
    const certificate = await makeCertificate(TEST_INBOX_HOST);
    const { server, port } = await startListener(services, certificate);
    const secureContext = tls.createSecureContext({ ca: certificate.cert });
    return { server, route: { port, secureContext } };
  };
  return {
    host: TEST_INBOX_HOST,
    async open() {
      starting ??= start();
      try {
        return (await starting).route;
      } catch (error) {
        // The next attempt tries again.
        starting = undefined;
        throw error;
      }
    },
    async close() {
      const started = await starting?.catch(() => undefined);
      starting = undefined;
      if (started !== undefined) await closeListener(started.server);
    },
  };
}

async function closeListener(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
