import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { readSettings } from "@/lib/settings";
import { eventually } from "@/testing/eventually";
import { listen } from "@/testing/listen";

import { recordCluster } from "./cluster-record";
import { findPostgres, startPostgres } from "./embedded-postgres";
import { nameUser } from "./nss-wrapper";
import { findBinaries } from "./postgres-binaries";
import { initCluster } from "./postgres-cluster";
import { guardPostgres } from "./postgres-guard";
import { isRunning } from "./processes";
import { chooseRunUser } from "./run-user";
import { withDatabase } from "./with-database";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-pg-"));
  chmodSync(dataDir, 0o711);
});
afterEach(async () => {
  await (await findPostgres(dataDir))?.stop();
  rmSync(dataDir, { recursive: true });
});

const pidFile = () => path.join(dataDir, "pg18", "postmaster.pid");
const postmaster = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);

const settings = () => readSettings({ TIDEMARK_DATA_DIR: dataDir });

// No system gives this number to an account.
const NAMELESS = 912_345;

function hasNssWrapper(): boolean {
  const probe = mkdtempSync(path.join(os.tmpdir(), "tidemark-nss-"));
  try {
    nameUser({ uid: 1, gid: 1 }, path.join(probe, "x"));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true });
  }
}

/** What looks like the server of a directory in its recovery. */
async function startRecovering(directory: string) {
  const fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is in recovery mode\0\0";
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  let askedAt = 0;
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    askedAt = performance.now();
    socket.once("data", () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
  });
  const port = await listen(server);
  const args = ["-e", "setInterval(() => undefined, 60_000)", realpathSync(directory)];
  const named = spawn(process.execPath, args);
  return {
    pid: String(named.pid),
    port: String(port),
    askedAt: () => askedAt,
    end() {
      named.kill("SIGKILL");
      server.close();
    },
  };
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe("startPostgres", () => {
  test("a second start adopts the running server, also when both come at once", async () => {
    const both = await Promise.all([startPostgres({ dataDir }), startPostgres({ dataDir })]);
    expect(both[0].url).toBe(both[1].url);
    expect(await startPostgres({ dataDir })).toMatchObject({ adopted: true, port: both[0].port });
  });

  test("recovers what was committed after a kill -9 of the server", async () => {
    const { ownerUrl } = await startPostgres({ dataDir });
    await query(ownerUrl, "create table kept as select 42 as n");
    process.kill(postmaster(), "SIGKILL");
    const again = await startPostgres({ dataDir });
    expect(again.adopted).toBe(false);
    expect(await query(again.ownerUrl, "select n from kept")).toEqual([{ n: 42 }]);
  });

  test("has 200 connections, or as many as ALTER SYSTEM has set", async () => {
    const shown = "SHOW max_connections";
    const first = await startPostgres({ dataDir });
    expect(await query(first.ownerUrl, shown)).toEqual([{ max_connections: "200" }]);
    await query(first.ownerUrl, "ALTER SYSTEM SET max_connections = 300");
    await first.stop();
    const second = await startPostgres({ dataDir });
    expect(await query(second.ownerUrl, shown)).toEqual([{ max_connections: "300" }]);
  });

  test("one that recovers from a crash is waited for, however long that takes", async () => {
    const server = await startPostgres({ dataDir });
    const lines = readFileSync(pidFile(), "utf8").split("\n");
    await server.stop();
    const recovering = await startRecovering(path.join(dataDir, "pg18"));
    writeFileSync(pidFile(), lines.with(0, recovering.pid).with(3, recovering.port).join("\n"));
    const begun = performance.now();
    let isOver = false;
    const found = findPostgres(dataDir, 200)
      .catch((error: unknown) => error)
      .finally(() => (isOver = true));
    await eventually("it is still asked", () => isOver || recovering.askedAt() > begun + 400);
    recovering.end();
    expect(await found).toBeUndefined();
  });

  test("a pid file that names a living stranger is not taken for the server", async () => {
    const server = await startPostgres({ dataDir });
    const text = readFileSync(pidFile(), "utf8");
    await server.stop();
    const stranger = spawn("sleep", ["60"]);
    writeFileSync(pidFile(), text.replace(/^\d+/, String(stranger.pid)));
    expect(await startPostgres({ dataDir })).toMatchObject({ adopted: false });
    stranger.kill();
  });

  test.skipIf(process.getuid?.() !== 0 || !hasNssWrapper())(
    "a user without a name gets one from nss_wrapper (takes root and libnss-wrapper)",
    async () => {
      chownSync(dataDir, NAMELESS, NAMELESS);
      const user = { uid: NAMELESS, gid: NAMELESS };
      await initCluster(findBinaries(user), recordCluster(dataDir, user), user);
      const { url } = await startPostgres({ dataDir });
      expect(statSync(pidFile()).uid).toBe(NAMELESS);
      expect(await query(url, "select 1 as up")).toEqual([{ up: 1 }]);
      expect(readdirSync(dataDir).toSorted()).toEqual([
        "pg18",
        "pg18.lock",
        "postgres.json",
        "postgres.log",
      ]);
    },
  );

  test("begins no empty database in place of one that is gone", async () => {
    await (await startPostgres({ dataDir })).stop();
    const aside = path.join(dataDir, "pg18.20261128");
    renameSync(path.join(dataDir, "pg18"), aside);
    await expect(startPostgres({ dataDir })).rejects.toThrow(/is gone.+restore.+postgres\.json/);
    renameSync(path.join(dataDir, "postgres.json"), path.join(dataDir, "postgres.json.old"));
    await startPostgres({ dataDir });
    expect(readdirSync(aside)).toContain("PG_VERSION");
  });

  test("a first start that was interrupted is completed by the next", async () => {
    const { password } = recordCluster(dataDir, chooseRunUser(path.join(dataDir, "pg18")));
    expect((await startPostgres({ dataDir })).ownerUrl).toContain(password);
  });

  test("keeps its password to itself and listens on loopback only", async () => {
    const { url, port } = await startPostgres({ dataDir });
    const wrong = url.replace(/:[^:@]+@/, ":wrong@");
    await expect(query(wrong, "select 1")).rejects.toMatchObject({ code: "28P01" });
    const shown = await query(url, "show listen_addresses");
    expect(shown).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect(port).toBeGreaterThan(0);
  });
});

describe("guardPostgres", () => {
  test("brings the server back on the same port and stops it in the end", async () => {
    const first = await startPostgres({ dataDir });
    const lines: string[] = [];
    const watch = guardPostgres({ dataDir }, first, (line) => lines.push(line));
    const killed = postmaster();
    process.kill(killed, "SIGKILL");
    await vi.waitFor(() => expect(lines).toEqual(["database server exited; restarted it"]), 60_000);
    expect(await query(first.url, "select 1 as up")).toEqual([{ up: 1 }]);
    const last = postmaster();
    expect(last).not.toBe(killed);
    await watch.stop();
    expect(isRunning(last)).toBe(false);
  });
});

describe("withDatabase", () => {
  test("starts the server for one command and stops it again", async () => {
    const found = await withDatabase(settings(), (url) => query(url, "select 1 as up"));
    expect(found).toEqual([{ up: 1 }]);
    expect(await findPostgres(dataDir)).toBeUndefined();
  });

  test("leaves the server to another command that still works", async () => {
    await withDatabase(settings(), async (url) => {
      await withDatabase(settings(), () => Promise.resolve());
      expect(await query(url, "select 1 as up")).toEqual([{ up: 1 }]);
    });
    expect(await findPostgres(dataDir)).toBeUndefined();
  });
});
