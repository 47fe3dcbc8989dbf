import { spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";

import type { DatabaseUrls } from "@/lib/db/migrate";
import { errorCodeOf } from "@/lib/errors";

import { claimCluster, releaseCluster } from "./claims";
import { noteCreated, readCluster, recordCluster, type ClusterRecord } from "./cluster-record";
import { makeDataDir } from "./files";
import { freePort } from "./free-port";
import { LaunchError } from "./launch-error";
import { findBinaries, POSTGRES_ENV } from "./postgres-binaries";
import { initCluster, lastLines } from "./postgres-cluster";
import { commandLine, isRunning } from "./processes";
import { chooseRunUser, type RunUser } from "./run-user";
import { STOP_MS } from "./stop";

const DATABASE = "tidemark";
const OWNER = "tidemark";
const SERVICE = "tidemark_service";
const START_MS = 60_000;
// PostgreSQL's code for it, also while it recovers from a crash, which may take minutes.
const STARTING_UP = "57P03";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  // Containers give /dev/shm 64 MB, which parallel queries exhaust; ours are short.
  max_parallel_workers_per_gather: 0,
};
// Enough for one machine; ALTER SYSTEM raises it for those that share this database.
const CONNECTIONS = { max_connections: 200 };
const UNSAFE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** A running embedded server; `adopted` if it was already running. */
export type EmbeddedPostgres = DatabaseUrls & {
  port: number;
  adopted: boolean;
  stop(): Promise<void>;
};

type Running = Omit<EmbeddedPostgres, "adopted">;

/** `port`: default is any free one. `durable: false` trades crash safety for speed; for tests only. */
export type EmbeddedOptions = { dataDir: string; port?: number; durable?: boolean };

/**
 * Starts the PostgreSQL server of the data directory, or adopts one left running by an exited process.
 * It listens on 127.0.0.1 only and outlives a crash of its starter. Safe to call concurrently.
 * @throws LaunchError with the server's log if it does not start, or says nothing for a minute.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  makeDataDir(options.dataDir, process.getuid?.() === 0);
  const dataDir = fs.realpathSync(options.dataDir);
  const known = readCluster(dataDir);
  const user = chooseRunUser(known?.directory ?? path.join(dataDir, "pg18"));
  const binaries = findBinaries(user);
  const record = known ?? recordCluster(dataDir, user);
  await claimCluster(record.directory);
  await initCluster(binaries, record, user);
  noteCreated(dataDir);
  refuseForeignOwner(record.directory);

  const deadline = Date.now() + START_MS;
  for (let adopted = true; ; adopted = false) {
    const running = await adopt(record, deadline);
    if (running !== undefined) return { ...running, adopted };
    const failure = await launch(binaries, record, user, options);
    if (failure === undefined) continue;
    // Backends of a killed server hold its shared memory for a moment; another process may be starting it.
    if (!/shared memory block|lock file|could not bind/.test(failure) || Date.now() > deadline)
      throw new LaunchError(`the embedded PostgreSQL failed to start: ${lastLines(failure)}`);
    await sleep(250);
  }
}

/**
 * The running embedded server of the data directory, or undefined.
 * @param timeoutMs how long it may say nothing; one that recovers is waited for
 */
export async function findPostgres(
  dataDir: string,
  timeoutMs = START_MS,
): Promise<EmbeddedPostgres | undefined> {
  const record = readCluster(dataDir);
  const running = record && (await adopt(record, Date.now() + timeoutMs));
  return running && { ...running, adopted: true };
}

/** Waits for a live server to recover; removes a pid file that names any other process. */
async function adopt(record: ClusterRecord, deadline: number): Promise<Running | undefined> {
  const pidFile = path.join(record.directory, "postmaster.pid");
  for (;;) {
    const text = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, "utf8") : "";
    const lines = text.split("\n");
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    if (!(pid > 0)) return undefined;
    if (!isServer(pid, record.directory)) {
      fs.rmSync(pidFile, { force: true });
      return undefined;
    }
    const state = port > 0 ? await stateOf(record, port) : "silent";
    if (state === "ready") return handle(record, pid, port);
    if (state === "silent" && Date.now() > deadline)
      throw new LaunchError(
        `the embedded PostgreSQL (process ${pid}) is running but unresponsive; stop it and try again`,
      );
    await sleep(50);
  }
}

function isServer(pid: number, directory: string): boolean {
  if (!isRunning(pid)) return false;
  const command = commandLine(pid);
  // Linux shows the commands of one's own processes; what has none is the kernel's or another user's.
  return command === "" ? process.platform !== "linux" : command.includes(directory);
}

/** Starts the server detached, so Ctrl-C does not stop it directly; undefined once it is up. */
async function launch(
  binaries: string,
  record: ClusterRecord,
  user: RunUser,
  options: EmbeddedOptions,
): Promise<string | undefined> {
  const port = options.port ?? (await freePort());
  const { log, logFile, logStart } = openLog(options.dataDir);
  const settings = {
    ...SETTINGS,
    ...(options.durable === false ? UNSAFE : {}),
    ...(isAltered(record, "max_connections") ? {} : CONNECTIONS),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(
    path.join(binaries, "bin", "postgres"),
    ["-D", record.directory, "-p", String(port), ...flags],
    {
      ...user,
      cwd: "/",
      env: POSTGRES_ENV,
      detached: true,
      stdio: ["ignore", log, log],
    },
  );
  server.unref();
  const exit = await untilUpOrGone(server, record, port);
  const text = exit ? fs.readFileSync(logFile) : Buffer.alloc(0);
  fs.closeSync(log);
  return exit && (text.subarray(logStart).toString("utf8").trim() || exit);
}

/** Whether ALTER SYSTEM has set it, which a flag would override. */
function isAltered({ directory }: ClusterRecord, name: string): boolean {
  const altered = fs.readFileSync(path.join(directory, "postgresql.auto.conf"), "utf8");
  return altered.split("\n").some((line) => line.startsWith(`${name} =`));
}

/** Truncates the server's log at 10 MiB. */
function openLog(dataDir: string) {
  const logFile = path.join(dataDir, "postgres.log");
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const log = fs.openSync(logFile, size > 10 * 1024 ** 2 ? "w" : "a", 0o600);
  return { log, logFile, logStart: fs.fstatSync(log).size };
}

/** Undefined once the server responds, else why it does not. */
async function untilUpOrGone(
  server: ChildProcess,
  record: ClusterRecord,
  port: number,
): Promise<string | undefined> {
  let failure: string | undefined;
  server.once("error", (error) => (failure = error.message));
  const ended = () => server.exitCode ?? server.signalCode ?? failure;
  let deadline = Date.now() + START_MS;
  while (ended() === undefined && Date.now() < deadline) {
    const state = await stateOf(record, port);
    if (state === "ready") return undefined;
    // To end a recovery would be to begin it again.
    if (state === "recovering") deadline = Date.now() + START_MS;
    await sleep(20);
  }
  if (ended() !== undefined) return `it exited with ${ended()}`;
  server.kill("SIGQUIT");
  return "it did not respond within a minute";
}

/** How far the server on the port is, if it belongs to this cluster: same password and directory. */
async function stateOf(
  record: ClusterRecord,
  port: number,
): Promise<"ready" | "recovering" | "silent"> {
  const client = connect(record, port, "postgres");
  try {
    await client.connect();
    const shown = await client.query<{ data_directory: string }>("show data_directory");
    if (shown.rows[0]?.data_directory !== record.directory) return "silent";
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
    await createServiceRole(client, record);
    return "ready";
  } catch (error) {
    return errorCodeOf(error) === STARTING_UP ? "recovering" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createServiceRole(client: Client, record: ClusterRecord): Promise<void> {
  const found = await client.query("select from pg_roles where rolname = $1", [SERVICE]);
  if (found.rowCount === 0)
    await client.query(`create role ${SERVICE} login password '${passwordOf(SERVICE, record)}'`);
}

function handle(record: ClusterRecord, pid: number, port: number): Running {
  return {
    url: url(record, port, DATABASE, SERVICE),
    ownerUrl: url(record, port, DATABASE, OWNER),
    port,
    async stop() {
      await stopServer(pid);
      releaseCluster(record.directory);
    },
  };
}

/** Fast shutdown, then immediate shutdown, from which the next start recovers. */
async function stopServer(pid: number): Promise<void> {
  const signals = [
    ["SIGINT", STOP_MS.database],
    ["SIGQUIT", STOP_MS.databaseHard],
  ] as const;
  for (const [signal, ms] of signals) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + ms;
    while (isRunning(pid) && Date.now() < deadline) await sleep(20);
  }
}

function connect(record: ClusterRecord, port: number, database: string): Client {
  const client = new Client({
    connectionString: url(record, port, database, OWNER),
    connectionTimeoutMillis: 5_000,
  });
  // A lost connection also fails the statement, which is handled there.
  client.on("error", () => undefined);
  return client;
}

function url(record: ClusterRecord, port: number, database: string, role: string): string {
  return `postgresql://${role}:${passwordOf(role, record)}@127.0.0.1:${port}/${database}`;
}

/** The service's password follows from the owner's, so that clusters of earlier releases have one too; not the reverse. */
function passwordOf(role: string, { password }: ClusterRecord): string {
  if (role === OWNER) return password;
  return createHmac("sha256", password).update(role).digest("base64url");
}

function refuseForeignOwner(directory: string): void {
  const uid = process.getuid?.();
  const owner = fs.statSync(directory).uid;
  if (uid === undefined || uid === 0 || uid === owner) return;
  throw new LaunchError(
    `${directory} belongs to another user (uid ${owner}); start Tidemark as that user`,
  );
}
