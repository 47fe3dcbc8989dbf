import net from "node:net";

import { createHints } from "@/inngest/hints";
import { POLICY } from "@/lib/delivery/policy";
import { requeueStalled } from "@/lib/delivery/requeue-stalled";
import { runChild } from "@/lib/server/launch/child";
import { shareMetrics } from "@/lib/server/metrics/share-metrics";
import { openServices } from "@/lib/server/open-services";
import { services } from "@/lib/services";
import { readSettings, SettingsError } from "@/lib/settings";
import { createGateway } from "@/lib/sftp/gateway";

const IDLE_MS = 5 * 60_000;
const CHECK_MS = 5_000;

const onEngineBack = () => void requeueStalled(services()).catch(() => undefined);

/** The SFTP gateway. Its connections are accepted by the launcher, which starts it with the first one. */
async function start() {
  const settings = readSettings(process.env);
  if (settings.sftp.hostKeys.length === 0)
    throw new SettingsError("SFTP_HOST_KEYS is not set; use npm start");
  const opened = await openServices(settings, createHints(POLICY.hintMs, onEngineBack));
  const gateway = await createGateway(opened, settings.sftp.hostKeys);
  let taken = 0;
  let usedAt = performance.now();
  opened.metrics.watch({
    name: "tidemark_sftp_connections",
    help: "Connections of SFTP clients, those that have not logged in among them.",
    read: () => [{ value: gateway.connections() }],
  });
  shareMetrics(opened.metrics, "sftp");
  process.on("message", (message, socket) => {
    if (message !== "connection") return;
    taken += 1;
    // Its client may have left on the way here.
    if (socket instanceof net.Socket) gateway.take(socket);
  });
  const idle = setInterval(() => {
    if (!gateway.isIdle()) usedAt = performance.now();
    else if (performance.now() - usedAt > IDLE_MS) process.send?.({ type: "idle", taken });
  }, CHECK_MS);
  return {
    async stop() {
      clearInterval(idle);
      await gateway.close();
      await opened.close();
    },
  };
}

runChild({ name: "sftp", start });
