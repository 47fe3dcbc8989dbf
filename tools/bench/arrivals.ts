import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:https";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import type { Certificate } from "@/testing/certificates";
import { portOf } from "@/testing/endpoint";

/** A request as the receiver saw it: when its head arrived, in milliseconds since 1970. */
export type Arrival = { path: string; at: number; cursor: number; status: number };

/** An HTTPS endpoint in a separate process, so that its work is not counted as the service's. */
export type ArrivalServer = {
  port: number;
  pid: number;
  /** Sets the status of every response from now on. */
  setStatus(status: number): Promise<void>;
  /** The requests since the last call. */
  take(): Promise<Arrival[]>;
  stop(): Promise<void>;
};

const ROOT = path.resolve(import.meta.dirname, "..", "..");
// Longer than the sender keeps a socket, so that the receiver never closes one that is in use.
const KEEP_ALIVE_MS = 30_000;

const order = z.discriminatedUnion("type", [
  z.object({ type: z.literal("start"), cert: z.string(), key: z.string() }),
  z.object({ type: z.literal("status"), status: z.number() }),
  z.object({ type: z.literal("take") }),
]);
const arrival = z.object({
  path: z.string(),
  at: z.number(),
  cursor: z.number(),
  status: z.number(),
});

/** Starts the receiver with a certificate for all of its hosts. */
export async function startArrivals(certificate: Certificate): Promise<ArrivalServer> {
  const program = ["bin/run.mjs", "tools/bench/main.ts", "receiver"];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const command = async <T>(message: z.input<typeof order>, shape: z.ZodType<T>): Promise<T> => {
    const replied = once(child, "message");
    child.send(message);
    const [reply] = await replied;
    return shape.parse(reply);
  };
  const port = await command({ type: "start", ...certificate }, z.number());
  return {
    port,
    pid: child.pid ?? NaN,
    setStatus: async (status) => void (await command({ type: "status", status }, z.number())),
    take: () => command({ type: "take" }, z.array(arrival)),
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** The receiver itself: follows its parent's commands until the parent exits. */
export async function runArrivals(): Promise<void> {
  const arrivals: Arrival[] = [];
  let status = 200;
  const start = async (certificate: Certificate) => {
    const server = createServer({ ...certificate, keepAliveTimeout: KEEP_ALIVE_MS });
    server.on("request", (request, response) => {
      const at = performance.timeOrigin + performance.now();
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        const cursor = Number(/"cursor":"(\d+)"\}\}$/.exec(body)?.[1]);
        arrivals.push({ path: request.url ?? "", at, cursor, status });
        response.writeHead(status).end();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return portOf(server);
  };
  process.on("message", (message) => {
    const given = order.parse(message);
    if (given.type === "take") process.send?.(arrivals.splice(0));
    else if (given.type === "status") process.send?.((status = given.status));
    else void start(given).then((port) => process.send?.(port));
  });
  // A killed parent disconnects too, and then there is nothing left to measure.
  while (process.connected) await sleep(100);
}
