import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { freePort } from "@/lib/server/launch/free-port";
import { NO_LIMITS } from "@/testing/no-limits";

import { runProgram, startProgram, type Child } from "./children";

/** The first start builds the pages and creates a database. */
const READY_MS = 300_000;

/**
 * Starts a whole service with its own data in `directory` and waits until it is ready. `settings`
 * tell it how to reach the receiver.
 */
export async function startService(
  directory: string,
  settings: Record<string, string>,
  started: (child: Child) => void,
  signal: AbortSignal,
): Promise<{ origin: string; dataDir: string }> {
  const port = await freePort();
  const dataDir = path.join(directory, "data");
  const log = path.join(directory, "service.log");
  const env = {
    SFTP_PORT: "0",
    // Overrides the surrounding environment, so that this service is isolated.
    APP_URL: "",
    DATABASE_URL: "",
    BLOB_URL: "",
    INNGEST_BASE_URL: "",
    SMTP_URL: "",
    ...settings,
    PORT: String(port),
    TIDEMARK_DATA_DIR: dataDir,
    ...NO_LIMITS,
  };
  const child = await startProgram(["bin/start.mjs"], env, log);
  started(child);
  const origin = `http://localhost:${port}`;
  const failed = child.ended.then(async (why) => {
    const output = await readFile(log, "utf8").catch(() => "");
    return Promise.reject(
      new Error(`failed to start the service: ${why}\n${output.slice(-2_000)}`),
    );
  });
  await Promise.race([waitUntilReady(origin, signal), failed]);
  return { origin, dataDir };
}

/**
 * Creates a user, an organisation and a key with filesystems:create, through the admin program.
 */
export async function makeAccount(
  env: Record<string, string>,
): Promise<{ key: string; org: string }> {
  const admin = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await runProgram(["bin/run.mjs", "bin/admin.ts", ...args, "--json"], env));
  const named = z.object({ id: z.string() });
  const email = `demo-${randomBytes(6).toString("hex")}@example.com`;
  const password = randomBytes(18).toString("hex");

  named.parse(await admin("create-user", "--email", email, "--password", password));
  const org = named.parse(await admin("create-org", "--name", "Demo", "--owner", email));
  const options = ["--org", org.id, "--name", "demo", "--permissions", "filesystems:create"];
  const { key } = z.object({ key: z.string() }).parse(await admin("create-api-key", ...options));
  return { key, org: org.id };
}

/** Whether the service at `origin` reports that it is ready. */
export async function isReady(origin: string, signal?: AbortSignal): Promise<boolean> {
  const timeout = AbortSignal.timeout(5_000);
  const response = await fetch(`${origin}/api/v1/ready`, {
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}

async function waitUntilReady(origin: string, signal: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + READY_MS;
  while (performance.now() < giveUpAt) {
    if (await isReady(origin, signal)) return;
    await sleep(200, undefined, { signal });
  }
  throw new Error(`timed out after ${READY_MS / 1000} s waiting for the service to be ready`);
}
