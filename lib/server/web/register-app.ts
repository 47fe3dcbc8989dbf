import { setTimeout as sleep } from "node:timers/promises";

import { canonical, signedRequest } from "@/inngest/engine/request";
import { log } from "@/lib/log";

const REPEAT_MS = 5_000;

type App = { serveUrl: string; signingKey: string };

/**
 * Tells a real Inngest server which functions we have, by a signed call of our own entry that makes the SDK register;
 * repeated until it worked, so the order of the starts does not matter. The embedded engine asks by itself.
 */
export async function registerApp(
  app: App,
  serve: (request: Request) => Promise<Response>,
  signal: AbortSignal,
): Promise<void> {
  const to = { url: new URL(app.serveUrl), method: "PUT" as const, headers: {} };
  for (let failures = 0; !signal.aborted; failures++) {
    const answer = await serve(signedRequest(app, to, canonical({}), Date.now())).catch(() => null);
    if (answer?.ok) return;
    if (failures === 0) log.warn("the Inngest server does not know our functions yet; trying on");
    await sleep(REPEAT_MS, undefined, { signal }).catch(() => undefined);
  }
}
