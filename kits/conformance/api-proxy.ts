import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import type { Steps } from "./steps.ts";

/** Entries per page of a listing, so that a few files are several pages. */
const PAGE = "3";

/**
 * A way to the real service. It moves all cursors by `shift`, so that a new filesystem has those of
 * an old one, holds listings, and makes requests fail.
 */
export type ApiProxy = {
  url: string;
  /** What is added to the cursors of the service. */
  shift: bigint;
  /** The statuses that the next requests fail with. */
  failures: number[];
  /** Holds listings before their second page, until the returned function is called. */
  holdListings(): () => void;
  /** How many listings are held. */
  held(): number;
  /** How many first pages of a listing were requested. */
  listings(): number;
  close(): Promise<void>;
};

/** Starts it on a free port of 127.0.0.1. */
export async function startApiProxy(api: string, steps: () => Steps): Promise<ApiProxy> {
  const gate = createGate();
  let listings = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!steps().take()) return void response.destroy();
    const url = new URL(request.url ?? "/", api);
    const isListing = url.pathname.endsWith("/entries");
    if (isListing) url.searchParams.set("limit", PAGE);
    if (isListing && !url.searchParams.has("page_token")) listings += 1;
    else if (isListing) await gate.pass(response);
    const status = proxy.failures.shift();
    if (status === undefined) await forward(url, proxy.shift, request, response);
    else response.writeHead(status).end("planted failure");
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => void response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const proxy: ApiProxy = {
    url: `http://127.0.0.1:${port}`,
    shift: 0n,
    failures: [],
    held: gate.waiting,
    listings: () => listings,
    holdListings: gate.shut,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return proxy;
}

/** Passes a request on, with cursors of the service, and its response, with those of the receiver. */
async function forward(
  url: URL,
  shift: bigint,
  { headers: { authorization = "" } }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const cursor = url.searchParams.get("cursor");
  if (cursor !== null) url.searchParams.set("cursor", String(BigInt(cursor) - shift));
  const real = await fetch(url, { headers: { authorization } });
  const text = JSON.stringify(await real.json(), (name, value: unknown) =>
    name === "cursor" ? String(BigInt(String(value)) + shift) : value,
  );
  response.writeHead(real.status, { "content-type": "application/json" }).end(text);
}

/** A gate that holds requests while it is shut. */
function createGate() {
  const waiting = new Set<() => void>();
  let isShut = false;
  return {
    waiting: () => waiting.size,
    /** Returns what opens it. */
    shut: () => {
      isShut = true;
      return () => {
        isShut = false;
        for (const pass of waiting) pass();
      };
    },
    /** Waits until the gate is open, or the client is gone. */
    pass: (response: ServerResponse) =>
      new Promise<void>((resolve) => {
        const pass = () => {
          waiting.delete(pass);
          resolve();
        };
        if (!isShut) return resolve();
        waiting.add(pass);
        response.once("close", pass);
      }),
  };
}
