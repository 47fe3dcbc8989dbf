import http from "node:http";
import type { AddressInfo } from "node:net";

import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/node";

const PATH = "/api/inngest";

/** Functions behind the unmodified `serve()` handler on a loopback socket. */
export type App = {
  url: string;
  /** Stops listening and closes open connections, as when the process dies. */
  leave(): Promise<void>;
  /** Listens again at the same address. */
  comeBack(): Promise<void>;
  /** Serves these functions instead from now on. */
  serve(functions: readonly InngestFunction.Any[]): void;
};

/**
 * Serves `functions` on a free port of 127.0.0.1. Requests for a foreign host still get the app's
 * own address.
 */
export async function startApp(
  client: Inngest,
  functions: readonly InngestFunction.Any[],
): Promise<App> {
  const state: { handler: http.RequestListener | null } = { handler: null };
  const server = http.createServer((request, response) => state.handler?.(request, response));
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve(portOf(server.address()));
      });
    });
  const port = await listen(0);
  const origin = `http://127.0.0.1:${port}`;
  const app: App = {
    url: `${origin}${PATH}`,
    leave: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    async comeBack() {
      await listen(port);
    },
    serve(next) {
      const options = { serveOrigin: origin, servePath: PATH, enableUnauthedSync: false };
      state.handler = serve({ client, functions: next, ...options });
    },
  };
  app.serve(functions);
  return app;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
