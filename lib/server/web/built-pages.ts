import { createServer } from "node:http";

import type { Pages } from "./pages";

/** The pages of `next build` under `root`, made in this process. */
export async function openBuiltPages(root: string): Promise<Pages> {
  // Loaded only here: a web server in development never needs it and restarts sooner.
  const { default: next } = await import("next");
  // Next listens for upgrades at the server of the first request, and holds or cuts such connections: it gets one of
  // its own. Without a listener Node answers them as any other request.
  const app = next({ dev: false, quiet: true, dir: root, httpServer: createServer() });
  await app.prepare();
  return { listener: app.getRequestHandler(), close: () => undefined };
}
