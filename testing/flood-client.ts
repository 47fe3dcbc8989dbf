import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

import type { WebProcess } from "./web-process";

/** The status and body of a response; null when the connection ended without one. */
export type FloodResponse = { status: number; body: string } | null;

/**
 * Streams `bytes` of `[{},{},…]` as fast as the server reads; ends when it has responded or hung
 * up.
 */
export async function pour(
  url: string,
  bytes: number,
  headers: Record<string, string | number> = {},
): Promise<FloodResponse> {
  const outgoing = request(url, { method: "POST", headers, agent: false });
  const response = readResponse(outgoing);
  const chunk = "{},".repeat(64 * 1024);
  outgoing.write("[");
  for (let sent = 0; sent < bytes && !outgoing.destroyed; sent += chunk.length)
    if (!outgoing.write(chunk)) await drained(outgoing);
  outgoing.end("{}]");
  return response;
}

const ignore = () => undefined;

async function drained(outgoing: ClientRequest): Promise<void> {
  const over = new AbortController();
  const emitted = (event: string) => once(outgoing, event, over).catch(ignore);
  await Promise.race([emitted("drain"), emitted("close")]);
  over.abort();
}

async function readResponse(outgoing: ClientRequest): Promise<FloodResponse> {
  outgoing.on("error", ignore);
  return new Promise((resolve) => {
    const onClose = () => resolve(null);
    outgoing.once("close", onClose);
    outgoing.once("response", (incoming: IncomingMessage) => {
      outgoing.off("close", onClose);
      void text(incoming)
        .then((body) => resolve({ status: incoming.statusCode ?? 0, body }))
        .catch(() => resolve(null))
        .finally(() => outgoing.destroy());
    });
  });
}

/**
 * The load on a server during some work: sorted latencies of health checks in milliseconds, and
 * memory growth in bytes.
 */
export type Strain = { health: number[]; grown: number };

/** Polls the health endpoint at `url` back to back until `work` has ended. */
export async function strainDuring(
  { url, residentBytes }: Pick<WebProcess, "url" | "residentBytes">,
  work: () => Promise<unknown>,
): Promise<Strain> {
  const before = residentBytes();
  const health: number[] = [];
  let most = before;
  const state = { done: false };
  const working = work().finally(() => (state.done = true));
  while (!state.done) {
    const start = performance.now();
    await (await fetch(`${url}/api/v1/health`)).text();
    health.push(performance.now() - start);
    if (health.length % 20 === 1) most = Math.max(most, residentBytes());
  }
  await working;
  return {
    health: health.toSorted((a, b) => a - b),
    grown: Math.max(most, residentBytes()) - before,
  };
}

/** The median and the maximum of sorted numbers. */
export const middleAndMost = (sorted: number[]) => ({
  middle: sorted[Math.floor(sorted.length / 2)] ?? NaN,
  most: sorted.at(-1) ?? NaN,
});
