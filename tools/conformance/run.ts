import { randomBytes } from "node:crypto";

import type { InngestFunction } from "inngest";

import { canonical, signedRequest } from "@/inngest/engine/request";

import { type App, startApp } from "./app";
import { createKit, quietClient, type Row } from "./kit";
import { rows } from "./rows";
import type { Target } from "./target";

/**
 * The result of one row: passed, or failed with the reason. `ms` is its duration, waits included.
 */
export type Verdict = { row: string; kept: boolean; ms: number; why: string };

/**
 * Runs every row against `target`, with functions in a separate app on this machine, concurrently
 * except for those that take the app offline. Calls `onVerdict` with each verdict; returns all of them
 * in row order.
 * @throws if the engine cannot be started or does not register the functions
 */
export async function runConformance(
  target: Target,
  onVerdict: (verdict: Verdict) => void = () => undefined,
  selected: readonly Row[] = rows,
): Promise<Verdict[]> {
  const client = quietClient(target);
  const functions: InngestFunction.Any[] = [];
  const mark = randomBytes(6).toString("hex");
  let app: App | null = null;
  const served = (): App => {
    if (app === null) throw new Error("the app is not serving yet");
    return app;
  };
  const checks = selected.map((row, n) => ({
    row,
    check: row.make(createKit({ target, client, app: served, functions }, n, mark)),
  }));
  app = await startApp(client, functions);
  const engine = await target.start(app.url);
  try {
    await register(app, target);
    const verdicts = new Map<Row, Verdict>();
    const run = async ({ row, check }: (typeof checks)[number]) => {
      const verdict = await runRow(row.name, check);
      onVerdict(verdict);
      verdicts.set(row, verdict);
    };
    await Promise.all(checks.filter(({ row }) => row.alone !== true).map(run));
    for (const one of checks.filter(({ row }) => row.alone === true)) await run(one);
    // A server that keeps running would call the functions for ever, at least their cron.
    app.serve([client.createFunction({ id: "idle", triggers: [{ event: "idle" }] }, () => null)]);
    await register(app, target);
    return selected.flatMap((row) => verdicts.get(row) ?? []);
  } finally {
    await engine.close();
    await app.leave();
  }
}

async function runRow(row: string, check: () => Promise<void>): Promise<Verdict> {
  const begun = performance.now();
  const why = await check().then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { row, kept: why === "", ms: Math.round(performance.now() - begun), why };
}

/**
 * Makes the SDK register the app's functions with the engine, by a signed call to the app, as the
 * product does.
 */
async function register(app: App, { signingKey }: Target): Promise<void> {
  const to = { url: new URL(app.url), method: "PUT" as const, headers: {} };
  const request = signedRequest({ serveUrl: app.url, signingKey }, to, canonical({}), Date.now());
  const response = await fetch(request);
  const text = await response.text();
  if (!response.ok) throw new Error(`failed to register the functions: ${response.status} ${text}`);
}
