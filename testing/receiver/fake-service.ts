import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { listen } from "@/testing/listen";

import { createFakeFilesystem, problem, type FakeFilesystem } from "./fake-filesystem";

const BASE = "/api/v1/orgs/org_1/filesystems/fs_1";

/** A very small service on a real socket. */
export type FakeService = FakeFilesystem & {
  origin: string;
  /** Requests so far, as `GET /entries`. */
  readonly seen: string[];
  /** Holds every request of this kind until the returned function is called. */
  hold(kind: string): () => void;
  /** The statuses to fail the next requests with. */
  readonly fail: number[];
  close(): Promise<void>;
};

/** Starts a fake service on a free loopback port, with one filesystem in it. */
export async function startFakeService(): Promise<FakeService> {
  const filesystem = createFakeFilesystem();
  const held = new Map<string, Promise<void>>();
  const [seen, fail]: [string[], number[]] = [[], []];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const kind = `${request.method} ${url.pathname.replace(BASE, "")}`;
    seen.push(kind);
    await held.get(kind);
    const failure = fail.shift();
    const [status, body] = failure
      ? [failure, problem("down")]
      : filesystem.respond(kind, url.searchParams);
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  const port = await listen(server);
  return {
    ...filesystem,
    origin: `http://127.0.0.1:${port}`,
    seen,
    fail,
    hold(kind) {
      const gate = new AbortController();
      const { signal } = gate;
      const opened = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
      });
      held.set(kind, opened);
      return () => gate.abort();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
