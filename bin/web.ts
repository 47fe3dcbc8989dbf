import path from "node:path";

import next from "next";

import { POST as callInngest } from "@/app/api/inngest/route";
import { createHints } from "@/inngest/hints";
import { startGuard } from "@/lib/delivery/guard";
import { POLICY } from "@/lib/delivery/policy";
import { createRouter } from "@/lib/http/router";
import { runChild } from "@/lib/launch/child";
import { openServices } from "@/lib/services";
import { readSettings } from "@/lib/settings";

import { loadRoutes } from "./web/load-routes";
import { closeServer, createWebServer, listen } from "./web/serve";

const GRACE_MS = 10_000;

/** The web server: pages, the JSON API and the engine's entry, with a guard beside them. */
async function start() {
  const settings = readSettings(process.env);
  const services = await openServices(settings, createHints(POLICY.hintMs));
  const app = next({ dev: false, dir: path.join(import.meta.dirname, "..") });
  await app.prepare();
  const server = createWebServer(
    createRouter(await loadRoutes()),
    callInngest,
    app.getRequestHandler(),
  );
  await listen(server, settings.port);
  const guard = startGuard(services);
  return {
    async stop() {
      await guard.stop();
      services.heads.close();
      await closeServer(server, GRACE_MS);
      await services.close();
    },
  };
}

runChild({ name: "web", start });
