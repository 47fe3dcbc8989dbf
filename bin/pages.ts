import { createServer } from "node:http";
import path from "node:path";

import next from "next";

import { createHints } from "@/inngest/hints";
import { POLICY } from "@/lib/delivery/policy";
import { runChild } from "@/lib/server/launch/child";
import { openServices } from "@/lib/server/open-services";
import { listen } from "@/lib/server/web/serve";
import { readSettings, SettingsError } from "@/lib/settings";

/** The pages of `npm run dev`: Next's development server behind the web server, which sets their headers. */
async function start() {
  const settings = readSettings(process.env);
  const { pagesPort } = settings;
  if (pagesPort === undefined) throw new SettingsError("the pages have no port: use npm run dev");
  const hints = createHints(POLICY.hintMs, () => undefined);
  const opened = await openServices(settings, hints);
  const httpServer = createServer();
  const app = next({ dev: true, dir: path.join(import.meta.dirname, ".."), httpServer });
  await app.prepare();
  const handle = app.getRequestHandler();
  httpServer.on("request", (incoming, outgoing) => void handle(incoming, outgoing));
  const upgrade = app.getUpgradeHandler();
  httpServer.on("upgrade", (incoming, socket, head) => void upgrade(incoming, socket, head));
  await listen(httpServer, pagesPort, "127.0.0.1");
  return {
    async stop() {
      httpServer.close();
      httpServer.closeAllConnections();
      await app.close();
      await opened.close();
    },
  };
}

runChild({ name: "pages", start });
