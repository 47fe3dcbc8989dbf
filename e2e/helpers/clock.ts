import { spawn } from "node:child_process";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect } from "@playwright/test";

import { readCluster } from "@/lib/server/launch/cluster-record";
import { findPostgres } from "@/lib/server/launch/embedded-postgres";
import { freePort } from "@/lib/server/launch/free-port";
import { findBinaries, POSTGRES_ENV } from "@/lib/server/launch/postgres-binaries";
import { chooseRunUser } from "@/lib/server/launch/run-user";

const MACHINE = process.arch === "arm64" ? "aarch64" : "x86_64";
const LIBRARY = `/usr/lib/${MACHINE}-linux-gnu/faketime/libfaketime.so.1`;

/** Whether Debian's faketime package is installed, as it is in CI. */
export const canSetClocks = existsSync(LIBRARY);

/** The wall clock of programs that run with `env`; timers take as long as ever. */
export type Clock = {
  env: Record<string, string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Sets it ahead to `ms` since 1970, never back. Running programs notice at once. */
  setAhead(ms: number): void;
};

/** A clock that shows real time until it is set ahead. `file` must be readable by every account. */
export function createClock(file: string): Clock {
  let aheadSeconds = 0;
  // A concurrent reader sees the old or the new value, never an empty file, which would set it
  // back.
  const write = () => {
    writeFileSync(`${file}.new`, `+${aheadSeconds}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    now: () => Date.now() + aheadSeconds * 1_000,
    setAhead(ms) {
      aheadSeconds = Math.max(aheadSeconds, Math.ceil((ms - Date.now()) / 1_000));
      write();
    },
  };
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  timezone: "UTC",
};

/**
 * Starts the database of a stopped service with a faked clock. A service started afterwards takes
 * it over like one that was left running, and stops it at the end.
 */
export async function startDatabase(dataDir: string, clock: Clock): Promise<void> {
  const record = readCluster(dataDir);
  if (record === undefined) throw new Error("failed to find the service's database");
  const user = chooseRunUser(record.directory);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  spawn(
    path.join(findBinaries(user), "bin", "postgres"),
    ["-D", record.directory, "-p", String(await freePort()), ...settings],
    {
      ...user,
      cwd: "/",
      env: { ...POSTGRES_ENV, ...clock.env },
      detached: true,
      stdio: "ignore",
    },
  ).unref();
  await expect.poll(() => findPostgres(dataDir), { timeout: 60_000 }).toBeDefined();
}
