import { createServer, type IncomingMessage, request } from "node:http";

import { listen } from "./listen";

type CountingOptions = {
  isOlder?: boolean;
  /** What a response waits for that the service has made, by the path and query of its request. */
  hold?: (route: string) => Promise<void>;
};

/**
 * A way to a service that counts the pages of listings, and how it responds to ranges; of an older release, it does not
 * know them. What is refused is sent whole, so the contents alone do not show it.
 */
export async function startCounting({ url }: { url: string }, options: CountingOptions = {}) {
  const { isOlder = false, hold } = options;
  const counts = { made: 0, refused: 0, listed: 0 };
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const isRanges = incoming.url?.includes("files:content") === true;
    const respond = (status: number) => {
      if (isRanges) counts[status < 300 ? "made" : "refused"] += 1;
    };
    if (incoming.url?.includes("/entries?") === true) counts.listed += 1;
    if (isRanges && isOlder) {
      respond(404);
      incoming.resume();
      outgoing.writeHead(404, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ detail: { code: "not_found", message: "Not found." } }));
      return;
    }
    const passOn = async (response: IncomingMessage) => {
      respond(response.statusCode ?? 500);
      await hold?.(incoming.url ?? "");
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    };
    const forwarded = request(url + incoming.url, { method, headers }, (response) => {
      void passOn(response);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  const port = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, counts, close };
}
