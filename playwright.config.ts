import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { defineConfig, devices } from "@playwright/test";

import { UNREACHABLE } from "@/e2e/helpers/hosts";
import { PORTS } from "@/e2e/helpers/ports";
import { receiverSettings, WORKERS } from "@/e2e/helpers/webhooks";
import { chromiumOptions } from "@/testing/chromium";
import { NO_LIMITS } from "@/testing/no-limits";

// The workers read this file again: all of them must come to the directory that the first one made.
const dataDir = (process.env["TIDEMARK_E2E_DATA_DIR"] ??= makeDataDir());
const receiver = await receiverSettings();
const isCi = process.env["CI"] !== undefined;
const isSlow = process.env["TEST_LINE"] === "slow";

const servicePort = isSlow ? PORTS.behindLine : PORTS.web;
const LINE = `exec node --import tsx e2e/helpers/slow-line.ts ${PORTS.web} ${PORTS.behindLine}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/runs",
  workers: WORKERS,
  // A busy machine may take this long; what is well never waits for it.
  timeout: isSlow ? 400_000 : 120_000,
  expect: { timeout: isSlow ? 45_000 : 15_000 },
  fullyParallel: false,
  forbidOnly: isCi,
  // A journey that needs its second try is a bug to fix next, which the gate names; it does not hold back other work.
  retries: isCi ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  projects: [
    // Its link is dead as soon as anybody has an account.
    { name: "setup", testMatch: "setup.spec.ts" },
    { name: "journeys", testIgnore: "setup.spec.ts", dependencies: ["setup"] },
  ],
  use: {
    baseURL: `http://localhost:${PORTS.web}`,
    // Traces cost time; `--trace on` records one of a journey that fails.
    screenshot: "only-on-failure",
    ...devices["Desktop Chrome"],
    launchOptions: chromiumOptions(),
  },
  webServer: [
    serve(servicePort, "exec node bin/start.mjs", {
      PORT: String(servicePort),
      SFTP_PORT: String(PORTS.sftp),
      APP_URL: `http://localhost:${PORTS.web}`,
      TIDEMARK_DATA_DIR: dataDir,
      // Tests must not reach into a developer's own database or engine.
      DATABASE_URL: "",
      INNGEST_BASE_URL: "",
      ...NO_LIMITS,
      ...receiver,
      WEBHOOK_CONNECT_TO: [
        receiver.WEBHOOK_CONNECT_TO,
        ...UNREACHABLE.map((host) => `${host}:443=127.0.0.1:9`),
      ].join(","),
      GITHUB_ID: "e2e",
      GITHUB_SECRET: "e2e",
      GITHUB_URL: `http://localhost:${PORTS.github}`,
    }),
    ...(isSlow ? [serve(PORTS.web, LINE, {})] : []),
  ],
});

/** A program that is ready when the service behind its port is. */
function serve(port: number, command: string, env: Record<string, string>) {
  return {
    command,
    cwd: process.cwd(),
    url: `http://localhost:${port}/api/v1/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 30_000 },
    env,
  };
}

function makeDataDir(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-e2e-"));
  // Run by root the database has an account of its own, which has to pass through here.
  chmodSync(directory, 0o711);
  // The service has ended before this process does.
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
