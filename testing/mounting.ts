import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { unmountFuse } from "@/cli/mount/fuse/mount-point";

import { eventually } from "./eventually";
import { children } from "./programs/processes";

const ROOT = path.resolve(import.meta.dirname, "..");
/** A command that takes longer hangs. */
const COMMAND_MS = 60_000;

/** How a command ended. */
export type Ended = { code: number | null; out: string; err: string };

/** A key creates the session itself; a ticket is exchanged for one. */
export type MountCredential = { key: string } | { ticket: string };

export type MountOptions = {
  durability?: "close" | "behind";
  readOnly?: boolean;
  /** XDG_CACHE_HOME; by default a new directory, so that nothing is shared with other mounts. */
  cache?: string;
  /** By default a new directory. */
  directory?: string;
};

/** What has to be undone, newest last. */
const undo: (() => Promise<void>)[] = [];

export type TestMount = {
  directory: string;
  cache: string;
  /** Resolves when the command ends. */
  ended: Promise<Ended>;
  /** Unmounts by `tidemark unmount` and waits for the end of `tidemark mount`. */
  unmount(): Promise<Ended>;
  /** Kills the process that serves the mount, and waits until another one serves it. */
  kill9(): Promise<void>;
  /** What the command has printed. */
  log(): string;
  /** Runs `tidemark` with the environment of this mount. */
  cli(...args: string[]): Promise<Ended>;
};

/** Ends all mounts and deletes all directories of this module, also after a failure. For `afterEach` or `afterAll`. */
export async function releaseMounts(): Promise<void> {
  for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
}

/**
 * Runs `tidemark mount` until `releaseMounts`, and waits until it has mounted.
 * @throws Error with its messages if it ends before
 */
export async function mountIn(
  { url }: { url: string },
  credential: MountCredential,
  filesystemId: string,
  options: MountOptions = {},
): Promise<TestMount> {
  const cache = options.cache ?? temporary();
  const directory = options.directory ?? temporary();
  const env = environment(url, cache, credential);
  const args = mountArguments(filesystemId, directory, credential, options);
  const { child, seen, ended } = start(args, env);
  undo.push(() => cleanUp(child, directory));
  const mounts = () => seen.err.split(" is mounted at ").length - 1;
  const failed = ended.then(({ err }) => Promise.reject(new Error(`failed to mount: ${err}`)));
  failed.catch(() => undefined);
  await Promise.race([eventually("the mount", () => mounts() === 1, COMMAND_MS), failed]);
  const cli = (...command: string[]) => start(command, env).ended;
  return {
    directory,
    cache,
    ended,
    async unmount() {
      const { code, err } = await cli("unmount", directory);
      if (code !== 0) throw new Error(`failed to unmount: ${err}`);
      return ended;
    },
    async kill9() {
      const worker = children(child.pid).find(({ command }) => command.includes("mount.mjs"));
      if (worker === undefined) throw new Error(`no process serves ${directory}`);
      const before = mounts();
      process.kill(worker.pid, "SIGKILL");
      await Promise.race([eventually("the next mount", () => mounts() > before), failed]);
    },
    log: () => seen.err,
    cli,
  };
}

/** Runs `tidemark` with a new cache. */
export const tidemark = ({ url }: { url: string }, key: string, ...args: string[]) =>
  start(args, environment(url, temporary(), { key })).ended;

/** A new directory until `releaseMounts`. */
export function temporary(): string {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-mount-"));
  undo.push(async () => {
    // Never into a filesystem: what is mounted there would be deleted.
    if (!(await isMounted(directory))) rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** Whether something is mounted at a directory. Does not touch it. */
const isMounted = async (directory: string): Promise<boolean> =>
  (await readFile("/proc/self/mountinfo", "utf8")).includes(` ${directory} `);

const environment = (url: string, cache: string, credential: MountCredential) => ({
  ...process.env,
  XDG_CACHE_HOME: cache,
  XDG_CONFIG_HOME: cache,
  TIDEMARK_API_URL: url,
  TIDEMARK_API_KEY: "key" in credential ? credential.key : "",
});

const mountArguments = (
  filesystemId: string,
  directory: string,
  credential: MountCredential,
  { durability = "close", readOnly = false }: MountOptions,
) => [
  "mount",
  filesystemId,
  directory,
  "--durability",
  durability,
  ...("ticket" in credential ? ["--ticket", credential.ticket] : []),
  ...(readOnly ? ["--read-only"] : []),
];

function start(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [path.join(ROOT, "bin/tidemark.mjs"), ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), COMMAND_MS);
  if (args[0] === "mount" && args.length > 2) clearTimeout(timer);
  const seen = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (seen.out += String(chunk)));
  child.stderr.on("data", (chunk) => (seen.err += String(chunk)));
  const ended = once(child, "close").then((): Ended => {
    clearTimeout(timer);
    return { ...seen, code: child.exitCode };
  });
  return { child, seen, ended };
}

async function cleanUp(child: ChildProcess, directory: string): Promise<void> {
  const isRunning = child.exitCode === null && child.signalCode === null;
  const workers = isRunning ? children(child.pid) : [];
  const exit = isRunning ? once(child, "exit") : Promise.resolve();
  // The parent first, or it would mount again.
  child.kill("SIGKILL");
  for (const { pid } of workers) process.kill(pid, "SIGKILL");
  if (await isMounted(directory)) await unmountFuse(directory);
  await exit;
}
