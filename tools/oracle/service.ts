import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { migrateDeploy } from "@/lib/db/migrate";
import { builtProgram } from "@/lib/server/launch/build-programs";
import { startPostgres } from "@/lib/server/launch/embedded-postgres";
import { freePort } from "@/lib/server/launch/free-port";
import { guardPostgres } from "@/lib/server/launch/postgres-guard";
import { prepareCode } from "@/lib/server/launch/prepare-code";
import { ensureSecrets } from "@/lib/server/launch/secrets";
import { builtStarter } from "@/lib/server/launch/starter";
import { supervise, SUPERVISOR_TIMES } from "@/lib/server/launch/supervisor";
import { eventually } from "@/testing/eventually";
import { NO_LIMITS } from "@/testing/no-limits";
import { isReady, makeAccount } from "@/testing/programs/service";

import { startBalancer } from "./balancer";
import { type HintProxy, startHintProxy } from "./hint-proxy";
import type { OracleOptions } from "./options";
import { seeded } from "./random";

/**
 * One of the two machines that share the database: a web server and a worker, each in a separate
 * process.
 */
export type Machine = {
  origin: string;
  setting: string;
  proxy: HintProxy;
  /** The program that runs the functions: with a real server there is no worker. */
  runner: "worker" | "web";
};

/**
 * The whole service of the oracle: PostgreSQL, two machines with every part of the product, an
 * account.
 */
export type OracleService = {
  machines: readonly [Machine, Machine];
  dataDir: string;
  databaseUrl: string;
  account: { key: string; org: string };
  /** Resolves when every part is ready. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const READY_MS = 60_000;
// The second machine may be stopped as a whole, so nothing on it should act on its silent
// processes.
const LENIENT_TIMES = { ...SUPERVISOR_TIMES, silence: 60_000 };

/**
 * Where webhooks go: every host of `hosts` is at `port` on this machine, with a certificate of
 * `ca`.
 */
export type Receivers = { hosts: readonly string[]; port: number; ca: string };

/**
 * Starts everything in a temporary directory, on a database that this checkout has migrated. `log` gets a line for each
 * process event.
 */
export async function startOracleService(
  receivers: Receivers,
  { seed, beside = ROOT }: Pick<OracleOptions, "seed" | "beside">,
  log: (line: string) => void,
): Promise<OracleService> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-oracle-"));
  chmodSync(directory, 0o711);
  const parts: { stop(): Promise<void> }[] = [];
  const close = async () => {
    for (const part of parts.toReversed()) await part.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const dataDir = path.join(directory, "data");
    await prepareCode(ROOT, new AbortController().signal, () => log("building the pages"));
    const server = await startPostgres({ dataDir });
    parts.push(guardPostgres({ dataDir }, server, log));
    await migrateDeploy(server, path.join(ROOT, "prisma"));
    const caFile = path.join(directory, "ca.pem");
    writeFileSync(caFile, receivers.ca);
    const env = environment(receivers, caFile, dataDir, server.url);
    const ports = [await freePort(), await freePort()] as const;
    const real = await realServer(ports, parts);
    const first = await startMachine(
      { root: ROOT, env, port: ports[0], seed, real },
      SUPERVISOR_TIMES,
      log,
      parts,
    );
    const second = await startMachine(
      { root: beside, env, port: ports[1], seed: seed + 1, real },
      LENIENT_TIMES,
      log,
      parts,
    );
    const machines = [first, second] as const;
    const ready = async () => {
      for (const { origin } of machines)
        await eventually(`${origin} is ready`, () => isReady(origin), READY_MS);
    };
    await ready();
    const account = await makeAccount({ DATABASE_URL: server.url, TIDEMARK_DATA_DIR: dataDir });
    return { machines, dataDir, databaseUrl: server.url, account, ready, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function environment(
  receivers: Receivers,
  caFile: string,
  dataDir: string,
  databaseUrl: string,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...ensureSecrets(dataDir, inngestKeys()),
    NODE_ENV: "production" as const,
    DATABASE_URL: databaseUrl,
    TIDEMARK_DATA_DIR: dataDir,
    BLOB_URL: "",
    SMTP_URL: "",
    INNGEST_SERVE_PATH: "/api/inngest",
    WEBHOOK_CA_FILE: caFile,
    WEBHOOK_CONNECT_TO: receivers.hosts
      .map((host) => `${host}:443=127.0.0.1:${receivers.port}`)
      .join(","),
    ...NO_LIMITS,
  };
}

/** An Inngest server that is already running, and the address at which it reaches both machines. */
type RealServer = { url: string; appUrl: string };

/**
 * The server at `INNGEST_BASE_URL`, which must be on this machine, with a balancer between it and
 * the machines.
 */
async function realServer(
  ports: readonly number[],
  parts: { stop(): Promise<void> }[],
): Promise<RealServer | null> {
  const url = process.env["INNGEST_BASE_URL"];
  if (!url) return null;
  const balancer = await startBalancer(ports);
  parts.push({ stop: balancer.close });
  return { url: new URL(url).origin, appUrl: balancer.url };
}

/** The keys of the real server; those of embedded engines are generated. */
function inngestKeys(): Record<string, string | undefined> {
  const { INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = process.env;
  return INNGEST_BASE_URL ? { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } : {};
}

type MachineOptions = {
  root: string;
  env: NodeJS.ProcessEnv;
  port: number;
  seed: number;
  real: RealServer | null;
};

async function startMachine(
  { root, env: common, port, seed, real }: MachineOptions,
  times: typeof SUPERVISOR_TIMES,
  log: (line: string) => void,
  parts: { stop(): Promise<void> }[],
): Promise<Machine> {
  const enginePort = await freePort();
  const engineUrl = real?.url ?? `http://127.0.0.1:${enginePort}`;
  const proxy = await startHintProxy(engineUrl, seeded(seed, "events"));
  const origin = `http://localhost:${port}`;
  const appUrl = real?.appUrl ?? origin;
  const env = {
    ...common,
    PORT: String(port),
    SFTP_PORT: "0",
    APP_URL: appUrl,
    NEXTAUTH_URL: appUrl,
    INNGEST_SERVE_ORIGIN: appUrl,
    INNGEST_BASE_URL: proxy.url,
    ...(real ? {} : { TIDEMARK_EMBEDDED: "1", TIDEMARK_ENGINE_PORT: String(enginePort) }),
  };
  const programs = real ? ["web"] : ["worker", "web"];
  const children = programs.map((name) => {
    const program = builtProgram(root, name);
    return supervise(name, builtStarter({ program, cwd: root, env }), log, times);
  });
  parts.push({
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      await proxy.close();
    },
  });
  await Promise.all(children.map(({ ready }) => ready));
  const runner = real ? "web" : "worker";
  return { origin, setting: `PORT=${port}`, proxy, runner };
}
