import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import { listen } from "@/testing/listen";

import { type Random, weighted } from "./random";

/** What happens to an event on its way to the engine. */
export type EventFault = "normal" | "mixed" | "lost" | "repeated" | "late";

/** Sits between our processes and their engine, in place of a network. */
export type HintProxy = { url: string; faultMode: EventFault; close(): Promise<void> };

const LATE_MS = 4_000;

/** Starts a proxy in front of the engine at `engineUrl`, an origin. */
export async function startHintProxy(engineUrl: string, random: Random): Promise<HintProxy> {
  const forward = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer,
  ) =>
    fetch(`${engineUrl}${path}`, {
      method,
      headers,
      body: method === "GET" ? null : new Uint8Array(body),
      signal: AbortSignal.timeout(10_000),
    });
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.writeHead(502).end());
  });

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { method = "GET", url: path = "/" } = request;
    const body = await buffer(request);
    const headers = plain(request.headers);
    const outcome = path.startsWith("/e/") ? pickOutcome(proxy.faultMode, random) : "passed";
    if (outcome === "passed" || outcome === "repeated") {
      const forwarded = await forward(method, path, headers, body);
      response.writeHead(forwarded.status, { "content-type": "application/json" });
      response.end(await forwarded.text());
      if (outcome === "repeated") await forward(method, path, headers, body).catch(() => undefined);
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ids: ["accepted"], status: 200 }));
    if (outcome === "lost") return;
    await sleep(random.below(LATE_MS), undefined, { ref: false });
    await forward(method, path, headers, body).catch(() => undefined);
  }

  const port = await listen(server);
  const proxy: HintProxy = {
    url: `http://127.0.0.1:${port}`,
    faultMode: "normal",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function pickOutcome(faultMode: EventFault, random: Random) {
  if (faultMode === "normal") return "passed";
  if (faultMode !== "mixed") return faultMode;
  return weighted(random, [
    [7, "passed"],
    [1, "lost"],
    [1, "repeated"],
    [1, "late"],
  ] as const);
}

function plain(headers: IncomingMessage["headers"]): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      typeof value === "string" &&
      !["host", "connection", "content-length", "transfer-encoding", "keep-alive"].includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
