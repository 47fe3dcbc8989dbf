import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect } from "@playwright/test";

import { findPostgres } from "@/lib/server/launch/embedded-postgres";
import { type Child, runProgram, startProgram } from "@/testing/programs/children";

/** Milliseconds in which a journey's own service is ready, its first start included. */
export const READY_MS = 180_000;

/** A service that one file of journeys can start and stop without affecting the shared one. */
export type OwnService = {
  origin: string;
  /** A separate directory, removed with the service. */
  directory: string;
  dataDir: string;
  /** Starts it and waits until it is ready; `more` applies to this start only. */
  start(more?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
  /** Returns the output of an admin command. */
  admin(...args: string[]): Promise<unknown>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
};

/**
 * Prepares a service that listens on `port`, with an empty data directory; `env` holds further
 * settings.
 */
export function createOwnService(port: number, env: Record<string, string> = {}): OwnService {
  const origin = `http://localhost:${port}`;
  // Created on first use: a file of journeys is loaded more often than it is run.
  let made: string | undefined;
  const directory = () => (made ??= makeDirectory());
  const dataDir = () => path.join(directory(), "data");
  const settings = () => ({
    PORT: String(port),
    SFTP_PORT: "0",
    APP_URL: origin,
    TIDEMARK_DATA_DIR: dataDir(),
    DATABASE_URL: "",
    INNGEST_BASE_URL: "",
    ...env,
  });
  let service: Child | undefined;
  const isReady = () =>
    fetch(`${origin}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    origin,
    get directory() {
      return directory();
    },
    get dataDir() {
      return dataDir();
    },
    async start(more) {
      const log = path.join(directory(), "log");
      service = await startProgram(["bin/start.mjs"], { ...settings(), ...more }, log);
      const early = service.ended.then((reason) => {
        throw new Error(
          `the service ended before it was ready: ${reason}\n${readFileSync(log, "utf8")}`,
        );
      });
      await Promise.race([early, expect.poll(isReady, { timeout: READY_MS }).toBe(true)]);
    },
    async stop() {
      await service?.stop();
    },
    async admin(...args) {
      return JSON.parse(
        await runProgram(["bin/run.mjs", "bin/admin.ts", ...args, "--json"], settings()),
      );
    },
    async close() {
      await service?.stop();
      if (made === undefined) return;
      await (await findPostgres(dataDir()))?.stop();
      rmSync(made, { recursive: true, force: true });
    },
  };
}

function makeDirectory(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-e2e-own-"));
  // As root, the database runs under its own account, which must be able to traverse this
  // directory.
  chmodSync(directory, 0o711);
  return directory;
}
