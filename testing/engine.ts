import { randomBytes } from "node:crypto";

import { vi } from "vitest";

import { type Engine, startEngine } from "@/inngest/engine/engine";
import { createPool } from "@/lib/db/pool";
import { POLICY } from "@/lib/delivery/policy";
import { log } from "@/lib/log";

import { startTestService, type TestService } from "./service";

type Options = Parameters<typeof startTestService>[0];

/** A service with the embedded engine in the same process, running the product's functions. */
export type TestServiceWithEngine = TestService & {
  stats: Engine["stats"];
  /** How often the engine has called the SDK's handler. */
  sdkCalls: () => number;
  closeAll(): Promise<void>;
};

/**
 * Starts both. The functions read the engine's address from the environment, so use one per test
 * file.
 * @param loseHints drops every hint from the process to the engine
 * @param now the clock for cron triggers, in milliseconds since 1970
 */
export async function startServiceWithEngine(
  options: Options = {},
  loseHints = false,
  now: () => number = Date.now,
): Promise<TestServiceWithEngine> {
  const keys = {
    event: randomBytes(16).toString("hex"),
    signing: `signkey-prod-${randomBytes(32).toString("hex")}`,
  };
  vi.stubEnv("INNGEST_EVENT_KEY", keys.event);
  vi.stubEnv("INNGEST_SIGNING_KEY", keys.signing);
  // The SDK reads its environment when the client is created, so the engine's port must be known
  // first.
  const { createHints } = await import("@/inngest/hints");
  const { inngest } = await import("@/inngest/client");
  const hints = createHints(POLICY.hintMs, () => undefined);
  const service = await startTestService({ ...options, ...(loseHints ? {} : { hints }) });
  const { POST: call } = await import("@/app/api/inngest/route");
  const pool = createPool(service.services.settings.databaseUrl ?? "", 10);
  let sdkCalls = 0;
  const engine = await startEngine({
    pool,
    instance: "test",
    eventKey: keys.event,
    signingKey: keys.signing,
    serveUrl: `${service.url}/api/inngest`,
    call: (request) => {
      sdkCalls += 1;
      return call(request);
    },
    concurrency: 256,
    host: "127.0.0.1",
    port: 0,
    log,
    now,
  });
  vi.stubEnv("INNGEST_BASE_URL", engine.url);
  inngest.setEnvVars(process.env);
  return {
    ...service,
    stats: () => engine.stats(),
    sdkCalls: () => sdkCalls,
    async closeAll() {
      await engine.close();
      await service.close();
      await pool.end();
      // Other test files share this process.
      vi.unstubAllEnvs();
    },
  };
}
