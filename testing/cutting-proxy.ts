import net from "node:net";

import { listen } from "./listen";

const STALL_MS = 2_500;
const STALL_AFTER = 60_000;

/** A way to a service that fails once: in the middle of a response, or of a request that is long. */
export type CuttingProxy = {
  url: string;
  /** Cuts the next response to a request whose first line has this, after the first byte of its body. */
  cutResponse(part: string): void;
  /** Holds the next request whose first line has this for some seconds, in the middle of its body. */
  stallRequest(part: string): void;
  /** How often it did either. */
  faults(): number;
  close(): void;
};

/** Starts one on a free port of 127.0.0.1. */
export async function startCuttingProxy(service: { url: string }): Promise<CuttingProxy> {
  const target = new URL(service.url);
  const sockets = new Set<net.Socket>();
  const next = { cut: "", stall: "" };
  let faults = 0;
  const server = net.createServer((incoming) => {
    const outgoing = net.connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    let request = "";
    let sent = 0;
    incoming.on("data", (data: Buffer) => {
      const line = data.subarray(0, 400).toString("latin1");
      if (/^(GET|PUT|POST|PATCH) /.test(line)) [request, sent] = [line, 0];
      sent += data.length;
      outgoing.write(data);
      if (next.stall === "" || !request.includes(next.stall) || sent < STALL_AFTER) return;
      next.stall = "";
      faults += 1;
      incoming.pause();
      setTimeout(() => incoming.resume(), STALL_MS);
    });
    outgoing.on("data", (data: Buffer) => {
      const body = data.indexOf("\r\n\r\n") + 5;
      if (next.cut === "" || !request.includes(next.cut) || body < 5) {
        incoming.write(data);
        return;
      }
      next.cut = "";
      faults += 1;
      incoming.write(data.subarray(0, body), () => {
        incoming.destroy();
        outgoing.destroy();
      });
    });
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => incoming.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    cutResponse: (part) => void (next.cut = part),
    stallRequest: (part) => void (next.stall = part),
    faults: () => faults,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
