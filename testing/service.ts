import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { createRouter } from "@/lib/http/router";
import { openServices } from "@/lib/server/open-services";
import { loadRoutes } from "@/lib/server/web/load-routes";
import { closeServer, createWebServer, listen } from "@/lib/server/web/serve";
import type { Hints, Services } from "@/lib/services";
import { readSettings } from "@/lib/settings";

import { createTestDatabase, type TestDatabase } from "./database";
import { portOf } from "./endpoint";
import { NO_LIMITS } from "./no-limits";

/** A service in this process for one test file: its own database and the API on a real socket. */
export type TestService = {
  url: string;
  services: Services;
  /** The hints sent by commits since the start. */
  woken: string[];
  close(): Promise<void>;
};

type Options = {
  env?: Record<string, string>;
  /** Where hints go besides being recorded; by default nowhere, as if all were lost. */
  hints?: Partial<Hints>;
  /** By default a new one; it is dropped with the service. */
  database?: TestDatabase;
  /** PEM trusted for hosts in WEBHOOK_CONNECT_TO. */
  ca?: string;
};

/** Starts a service without limits unless `env` sets them. Close it in `afterAll`. */
export async function startTestService(options: Options = {}): Promise<TestService> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-service-"));
  const caFile = path.join(dataDir, "ca.pem");
  if (options.ca !== undefined) writeFileSync(caFile, options.ca);
  const settings = readSettings({
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.ownerUrl,
    TIDEMARK_DATA_DIR: dataDir,
    TIDEMARK_EMBEDDED: "1",
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    SECURITY_CONTACT: "mailto:security@example.com",
    ...NO_LIMITS,
    ...(options.ca === undefined ? {} : { WEBHOOK_CA_FILE: caFile }),
    ...options.env,
  });
  const woken: string[] = [];
  const services = await openServices(settings, {
    changesCommitted: () => options.hints?.changesCommitted?.(),
    wakeWebhooks: (ids, trace) => {
      woken.push(...ids);
      options.hints?.wakeWebhooks?.(ids, trace);
    },
  });
  const server = createWebServer(
    createRouter(await loadRoutes()),
    null,
    (_, outgoing) => {
      outgoing.writeHead(404).end();
    },
    settings,
  );
  await listen(server, 0, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    services,
    woken,
    async close() {
      services.heads.close();
      await services.live.close();
      await closeServer(server, 100);
      await services.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
