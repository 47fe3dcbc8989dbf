import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { listMounts, type MountStatus } from "@/cli/mount/control";
import { abortFuse } from "@/cli/mount/fuse/mount-point";
import { startOf } from "@/cli/mount/start-of";

import { cliProgram } from "./bundles";
import { eventually } from "./eventually";

/** A command that takes longer hangs. */
const COMMAND_MS = 60_000;

/** How a command ended. */
export type Ended = { code: number | null; out: string; err: string };

/** A key creates the session itself; a ticket is exchanged for one. */
export type MountCredential = { key: string } | { ticket: string };

export type MountOptions = {
  durability?: "close" | "behind";
  conflicts?: "last" | "keep";
  readOnly?: boolean;
  /** Keeps owner and group of files. */
  owners?: boolean;
  /** XDG_CACHE_HOME; by default a new directory, so that nothing is shared with other mounts. */
  cache?: string;
  /** By default a new directory. */
  directory?: string;
  /** More environment of the command, and of the process that serves the mount. */
  env?: Record<string, string>;
};

/** What has to be undone, newest last. */
const undo: (() => Promise<void>)[] = [];

export type TestMount = {
  directory: string;
  /** The process of the command. */
  pid: number;
  /** The process that serves the mount. */
  worker(): Promise<number>;
  cache: string;
  /** Resolves when the command ends. */
  ended: Promise<Ended>;
  /** Unmounts by `tidemark unmount` and waits for the end of `tidemark mount`. */
  unmount(): Promise<Ended>;
  /** Kills the process that serves the mount, and waits until another one serves it. */
  kill9(): Promise<void>;
  /** What the command has printed. */
  log(): string;
  /** What `tidemark mount status` says of it. */
  status(): Promise<MountStatus>;
  /** Runs `tidemark` with the environment of this mount. */
  cli(...args: string[]): Promise<Ended>;
};

/** Ends all mounts and deletes all directories of this module, also after a failure. For `afterEach` or `afterAll`. */
export async function releaseMounts(): Promise<void> {
  for (let next = undo.pop(); next !== undefined; next = undo.pop()) await next();
}

/**
 * Runs `tidemark mount` until `releaseMounts`, and waits until it has mounted. Serve the filesystem from another process:
 * see `startMountService`.
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
  const env = { ...environment(url, cache, credential), ...options.env };
  const args = mountArguments(filesystemId, directory, credential, options);
  const { child, seen, ended } = start(args, env);
  undo.push(() => cleanUp(child, directory));
  const mounts = () => seen.err.split(" is mounted at ").length - 1;
  const failed = ended.then(({ err }) => Promise.reject(new Error(`failed to mount: ${err}`)));
  failed.catch(() => undefined);
  await Promise.race([eventually("the mount", () => mounts() === 1, COMMAND_MS), failed]);
  const worker = async () => {
    const [pid] = await workersOf(child);
    if (pid === undefined) throw new Error(`no process serves ${directory}`);
    return pid;
  };
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
    pid: child.pid ?? 0,
    worker,
    async kill9() {
      const before = mounts();
      process.kill(await worker(), "SIGKILL");
      await Promise.race([eventually("the next mount", () => mounts() > before), failed]);
    },
    log: () => seen.err,
    status: () => statusOf(cache, directory),
    cli,
  };
}

async function statusOf(cache: string, directory: string): Promise<MountStatus> {
  const found = await listMounts(path.join(cache, "tidemark", "run"));
  const own = found.find((one) => one.directory === directory);
  if (own === undefined) throw new Error(`no process serves ${directory}`);
  return own;
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
export const isMounted = async (directory: string): Promise<boolean> =>
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
  { durability = "close", conflicts = "last", readOnly = false, owners = false }: MountOptions,
) => [
  "mount",
  filesystemId,
  directory,
  "--durability",
  durability,
  "--conflicts",
  conflicts,
  ...("ticket" in credential ? ["--ticket", credential.ticket] : []),
  ...(readOnly ? ["--read-only"] : []),
  ...(owners ? ["--owners"] : []),
];

function start(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [cliProgram(), ...args], {
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

/** Whether a process runs. */
export const isAlive = (pid: number) => startOf(pid) !== null;

/** Only its own children are looked at: to read about a process that hangs in the kernel can hang too. */
async function workersOf({ pid }: ChildProcess): Promise<number[]> {
  const pids = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
  const commands = await Promise.all(pids.map((one) => readFile(`/proc/${one}/cmdline`, "utf8")));
  return pids.map(Number).filter((_, index) => commands[index]?.includes("mount.mjs"));
}

async function cleanUp(child: ChildProcess, directory: string): Promise<void> {
  const isRunning = child.exitCode === null && child.signalCode === null;
  const workers = isRunning ? await workersOf(child) : [];
  const exit = isRunning ? once(child, "exit") : Promise.resolve();
  // The parent first, or it would mount again.
  child.kill("SIGKILL");
  for (const pid of workers) process.kill(pid, "SIGKILL");
  // Or a worker that dies may hang, with those who wait for it.
  if (await isMounted(directory)) await abortFuse(directory);
  await exit;
  await eventually("the end of the worker", () => workers.every((pid) => !isAlive(pid)));
}
