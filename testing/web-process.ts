import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

import { testProgram } from "./bundles";
import { NO_LIMITS } from "./no-limits";
import type { TestService } from "./service";

/** A separate web process, with the API only and the database and secrets of a test service. */
export type WebProcess = {
  url: string;
  /** The process's current memory in bytes, garbage included. */
  residentBytes: () => number;
  /** What its objects and buffers take after a full garbage collection, in bytes. */
  reachableBytes: () => Promise<number>;
  stop(): Promise<void>;
  kill9(): Promise<void>;
};

/** Starts one with extra `env`; its first output line is its address. */
export async function startWebProcess(
  service: TestService,
  env: Record<string, string> = {},
): Promise<WebProcess> {
  const { child, first } = await startProgram("web-program", service, env);
  return {
    url: first,
    residentBytes: () =>
      Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)]).toString()) * 1024,
    reachableBytes: async () => {
      const response = once(child, "message");
      child.send("reachable bytes?");
      return Number((await response)[0]);
    },
    stop: () => end(child, "SIGTERM"),
    kill9: () => end(child, "SIGKILL"),
  };
}

/** Starts a separate process that delivers. */
export async function startWorkerProcess(
  service: TestService,
): Promise<Pick<WebProcess, "stop" | "kill9">> {
  const { child } = await startProgram("worker-program", service, {});
  return { stop: () => end(child, "SIGTERM"), kill9: () => end(child, "SIGKILL") };
}

/** Starts a program with the database and secrets of a test service; resolves with its first line. */
async function startProgram(
  program: Parameters<typeof testProgram>[0],
  { services }: TestService,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; first: string }> {
  const { databaseUrl, dataDir, encryptionKeys, authSecret, rateLimits } = services.settings;
  const [id, key] = [...(encryptionKeys ?? [])][0] ?? ["", Buffer.alloc(0)];
  const child = spawn(process.execPath, [testProgram(program)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl ?? "",
      TIDEMARK_DATA_DIR: dataDir,
      TIDEMARK_EMBEDDED: "1",
      ENCRYPTION_KEYS: `${id}:${key.toString("base64")}`,
      NEXTAUTH_SECRET: authSecret ?? "",
      WEBHOOK_CONNECT_TO: [...services.settings.webhook.connectTo]
        .map(([host, to]) => `${host}:443=${to.host}:${to.port}`)
        .join(","),
      ...NO_LIMITS,
      RATE_LIMIT_MANAGEMENT: String(rateLimits.management),
      RATE_LIMIT_FILES: String(rateLimits.files),
      RATE_LIMIT_ANONYMOUS: String(rateLimits.anonymous),
      RATE_LIMIT_ORGANISATION_FACTOR: String(rateLimits.organisationFactor),
      ...env,
    },
  });
  const [first] = await once(child.stdout ?? child, "data");
  return { child, first: String(first).trim() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
