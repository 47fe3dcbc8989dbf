import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";

import type { Pages } from "./pages";

const HOST = "127.0.0.1";

/** The pages of the development server on a loopback port: its requests, and the WebSocket that reloads pages. */
export function proxyPages(port: number): Pages {
  const tunnels = new Set<Socket>();
  return {
    listener: (incoming, outgoing) => forward(incoming, outgoing, port),
    files: new Set(),
    upgrade(incoming, socket, head) {
      const inner = connect(port, HOST);
      tunnels.add(inner);
      inner.once("close", () => tunnels.delete(inner));
      inner.write(headOf(incoming));
      inner.write(head);
      // Either side may vanish at any time; the other one then ends too.
      pipeline(socket, inner, socket, () => undefined);
    },
    close() {
      for (const tunnel of tunnels) tunnel.destroy();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const inner = request({ host: HOST, port, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    pipeline(response, outgoing, () => undefined);
  });
  inner.once("error", () => {
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(502, { "content-type": "text/plain" });
    outgoing.end("The development server of the pages is not reachable. Reload in a moment.\n");
  });
  outgoing.once("close", () => inner.destroy());
  incoming.pipe(inner);
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? `${name}: ${rawHeaders[i + 1]}` : [],
  );
  return [`${method} ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}
