import { randomBytes } from "node:crypto";

import { pino } from "pino";

import { startEngine } from "@/inngest/engine/engine";
import { createPool } from "@/lib/db/pool";
import { freePort } from "@/lib/server/launch/free-port";

import type { Target } from "./target";

const MINUTE_MS = 60_000;
/**
 * The engine's cron clock starts this long before a full minute, so that no test waits for a real
 * one.
 */
const BEFORE_MS = 3_000;
const CONNECTIONS = 10;

/**
 * The embedded engine on the database at `databaseUrl`, with the product's policy. It calls the app
 * over HTTP, as a real server does.
 */
export async function embeddedEngine(databaseUrl: string): Promise<Target> {
  const port = await freePort();
  const eventKey = randomBytes(16).toString("hex");
  const signingKey = `signkey-prod-${randomBytes(32).toString("hex")}`;
  // Behind real time and never ahead of it: a future event would have to wait.
  const behind = (Date.now() % MINUTE_MS) + BEFORE_MS;
  const now = () => Date.now() - behind;
  return {
    name: "embedded engine",
    url: `http://127.0.0.1:${port}`,
    eventKey,
    signingKey,
    now,
    async start(serveUrl) {
      const pool = createPool(databaseUrl, CONNECTIONS);
      const engine = await startEngine({
        pool,
        instance: "conformance",
        eventKey,
        signingKey,
        serveUrl,
        call: (request) => fetch(request),
        concurrency: 256,
        host: "127.0.0.1",
        port,
        log: pino({ level: "silent" }),
        now,
      });
      return {
        async close() {
          await engine.close();
          await pool.end();
        },
      };
    },
  };
}
