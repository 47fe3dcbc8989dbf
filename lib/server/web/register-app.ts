import { setTimeout as sleep } from "node:timers/promises";

import { canonical, signedRequest } from "@/inngest/engine/request";
import { log } from "@/lib/log";

const REPEAT_MS = 5_000;

type App = { serveUrl: string; signingKey: string };

/**
 * Registers our functions with an Inngest server by a signed call of our own endpoint, repeated until it
 * succeeds, so start order does not matter. The embedded engine needs no registration.
 */
export async function registerApp(
  app: App,
  serve: (request: Request) => Promise<Response>,
  signal: AbortSignal,
): Promise<void> {
  const to = { url: new URL(app.serveUrl), method: "PUT" as const, headers: {} };
  for (let failures = 0; !signal.aborted; failures++) {
    const response = await serve(signedRequest(app, to, canonical({}), Date.now())).catch(
      () => null,
    );
    if (response?.ok) return;
    if (failures === 0) log.warn("failed to register functions with the Inngest server; retrying");
    await sleep(REPEAT_MS, undefined, { signal }).catch(() => undefined);
  }
}
