import { hostname } from "node:os";

import { POST as callInngest } from "@/app/api/inngest/route";
import { startEngine } from "@/inngest/engine/engine";
import { createHints } from "@/inngest/hints";
import { createPool } from "@/lib/db/pool";
import { POLICY } from "@/lib/delivery/policy";
import { startReconciler } from "@/lib/delivery/reconciler";
import { requeueStalled } from "@/lib/delivery/requeue-stalled";
import { log } from "@/lib/log";
import { runChild } from "@/lib/server/launch/child";
import { observeEngine } from "@/lib/server/metrics/observe-engine";
import { observePool } from "@/lib/server/metrics/observe-services";
import { shareMetrics } from "@/lib/server/metrics/share-metrics";
import { openServices } from "@/lib/server/open-services";
import { services } from "@/lib/services";
import { readSettings, SettingsError } from "@/lib/settings";

// Calls mostly wait for endpoints, so many run at once: hanging endpoints must leave room for others.
const CONCURRENCY = 256;
const ENGINE_POOL = 10;

const onEngineBack = () => void requeueStalled(services()).catch(() => undefined);

/** The delivery worker: the embedded engine, running our functions in this process. */
async function start() {
  const settings = readSettings(process.env);
  const { eventKey, signingKey } = settings.inngest;
  const { enginePort: port, databaseUrl } = settings;
  if (
    eventKey === undefined ||
    signingKey === undefined ||
    port === undefined ||
    databaseUrl === undefined
  ) {
    throw new SettingsError(
      "the embedded engine needs its keys, a port and a database; use npm start",
    );
  }
  const opened = await openServices(settings, createHints(POLICY.hintMs, onEngineBack));
  // A separate pool, so that deliveries and the engine never wait for each other's connections.
  const pool = createPool(databaseUrl, ENGINE_POOL);
  const engine = await startEngine({
    pool,
    instance: hostname(),
    eventKey,
    signingKey,
    serveUrl: new URL("/api/inngest", settings.appUrl).href,
    call: callInngest,
    concurrency: CONCURRENCY,
    host: "127.0.0.1",
    port,
    log,
  });
  observeEngine(opened.metrics, engine);
  observePool(opened.metrics, "engine", pool);
  shareMetrics(opened.metrics, "worker");
  const reconciler = startReconciler(opened, settings.losslessFailover);
  return {
    async stop() {
      opened.sender.retire();
      await reconciler.stop();
      await engine.close();
      await opened.close();
      await pool.end();
    },
  };
}

// The SDK copies the environment at each call, which is slow with the real one.
process.env = { ...process.env };
runChild({ name: "worker", start });
