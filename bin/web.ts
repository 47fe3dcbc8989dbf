import { POST as callInngest } from "@/app/api/inngest/route";
import { createHints } from "@/inngest/hints";
import { POLICY } from "@/lib/delivery/policy";
import { startReconciler } from "@/lib/delivery/reconciler";
import { requeueStalled } from "@/lib/delivery/requeue-stalled";
import { createRouter } from "@/lib/http/router";
import { runChild } from "@/lib/server/launch/child";
import { observeDatabase } from "@/lib/server/metrics/observe-database";
import { observeDisks } from "@/lib/server/metrics/observe-disks";
import { askForMetrics } from "@/lib/server/metrics/share-metrics";
import { openServices } from "@/lib/server/open-services";
import { openBuiltPages } from "@/lib/server/web/built-pages";
import { countPages } from "@/lib/server/web/count-pages";
import { engineEntry } from "@/lib/server/web/engine-entry";
import { limitPages } from "@/lib/server/web/limit-pages";
import { loadRoutes } from "@/lib/server/web/load-routes";
import { serveMetrics } from "@/lib/server/web/metrics-page";
import { withPageHeaders } from "@/lib/server/web/page-headers";
import { proxyPages } from "@/lib/server/web/proxied-pages";
import { registerApp } from "@/lib/server/web/register-app";
import { closeServer, createWebServer, listen, type Listener } from "@/lib/server/web/serve";
import { type Services, services } from "@/lib/services";
import { readSettings, type Settings } from "@/lib/settings";

const GRACE_MS = 10_000;

/** The web process: pages, the JSON API and the engine's endpoint, and the delivery reconciler. */
async function start() {
  const settings = readSettings(process.env);
  const stopping = new AbortController();
  const register = () => registerWith(settings, stopping.signal);
  // A restarted Inngest server may have lost our registration.
  const onEngineBack = () =>
    void register()
      .then(() => requeueStalled(services()))
      .catch(() => undefined);
  const opened = await openServices(settings, createHints(POLICY.hintMs, onEngineBack));
  const { pagesPort } = settings;
  const pages =
    pagesPort === undefined ? await openBuiltPages(process.cwd()) : proxyPages(pagesPort);
  const listener = withPageHeaders(pages.listener, settings);
  const server = createWebServer(
    createRouter(await loadRoutes()),
    engineEntry(opened, callInngest),
    withMetrics(limitPages({ ...pages, listener }, settings), opened),
    settings,
  );
  if (pages.upgrade !== undefined) server.on("upgrade", pages.upgrade);
  await listen(server, settings.port, settings.host);
  // Beside a worker only that one delivers and polls.
  const reconciler = settings.embedded
    ? undefined
    : startReconciler(opened, settings.losslessFailover);
  void register();
  return {
    async stop() {
      stopping.abort();
      opened.sender.retire();
      await reconciler?.stop();
      opened.heads.close();
      await opened.live.close();
      pages.close();
      await closeServer(server, GRACE_MS);
      await opened.close();
    },
  };
}

/** Pages that are counted, and `/metrics` of all processes of this machine. */
function withMetrics(pages: Listener, opened: Services): Listener {
  const { metrics, settings } = opened;
  observeDatabase(opened);
  observeDisks(opened);
  return serveMetrics(countPages(pages, metrics), settings, async () => {
    const [own, others] = await Promise.all([metrics.text("web"), askForMetrics()]);
    return [own, ...others];
  });
}

async function registerWith({ embedded, inngest, appUrl }: Settings, signal: AbortSignal) {
  const { signingKey } = inngest;
  if (embedded || signingKey === undefined) return;
  const serveUrl = new URL("/api/inngest", appUrl).href;
  await registerApp({ serveUrl, signingKey }, callInngest, signal);
}

runChild({ name: "web", start });
