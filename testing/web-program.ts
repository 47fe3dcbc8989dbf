import { POST as callInngest } from "@/app/api/inngest/route";
import { createRouter } from "@/lib/http/router";
import { openServices } from "@/lib/server/open-services";
import { engineEntry } from "@/lib/server/web/engine-entry";
import { loadRoutes } from "@/lib/server/web/load-routes";
import { closeServer, createWebServer, listen } from "@/lib/server/web/serve";
import { readSettings } from "@/lib/settings";

import { portOf } from "./endpoint";
import { reachableBytes } from "./memory";

// The product's API in a separate process, without pages; `startWebProcess` runs it.
const none = () => undefined;
const settings = readSettings(process.env);
const services = await openServices(settings, {
  changesCommitted: none,
  wakeWebhooks: none,
});
const server = createWebServer(
  createRouter(await loadRoutes()),
  engineEntry(services, callInngest),
  (_, outgoing) => void outgoing.writeHead(404).end(),
  settings,
);
// A test that starts it again at the same address says where.
await listen(server, Number(process.env["TEST_PORT"] ?? 0), "127.0.0.1");
process.stdout.write(`http://127.0.0.1:${portOf(server)}\n`);
process.on("message", () => process.send?.(reachableBytes()));
process.once("SIGTERM", () => {
  void closeServer(server, 100)
    .then(() => services.close())
    .then(() => process.exit(0));
});
