import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { UsageError } from "@/lib/usage-error";

import type { Session } from "./credential";
import { abortFuse } from "./fuse/mount-point";
import type { MountSettings } from "./serve-mount";
import { startOf } from "./start-of";
import type { Order, Report } from "./worker";

// In the package it is a file beside this one.
const WORKER = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../bin/mount.mjs" : "mount.mjs", import.meta.url),
);
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const MAX_CRASHES = 5;
const CRASH_WINDOW_MS = 60_000;
const CHECK_MS = 500;
// npm and a terminal send one Ctrl-C twice.
const SECOND_SIGNAL_MS = 1_000;

/**
 * Serves a mount in a process of its own, and mounts again if that dies; what was under way is found in its journal.
 * Resolves when it is unmounted. A signal unmounts; another one ends it at once. @throws UsageError, Error
 */
export async function supervise(
  settings: MountSettings,
  session: Session,
  renews: boolean,
  on: { mounted: () => void; say: (text: string) => void },
): Promise<void> {
  let current = session;
  let crashes: number[] = [];
  for (;;) {
    const again = { ...settings, again: crashes.length > 0 };
    const outcome = await runWorker({ settings: again, session: current, renews }, on, (fresh) => {
      current = fresh;
    });
    if (outcome.kind === "ended") {
      if (outcome.code === null) return;
      throw new Error(`access has ended (${outcome.code}): ${settings.directory} is unmounted`);
    }
    if (outcome.kind === "failed")
      throw outcome.isUsage ? new UsageError(outcome.message) : new Error(outcome.message);
    // The directory stays mounted without a process, and every call on it would fail.
    await abortFuse(settings.directory).catch(() => undefined);
    if (outcome.kind === "killed")
      throw new Error("ended at once: the next mount here stores what was not stored");
    crashes = [...crashes.filter((at) => at > Date.now() - CRASH_WINDOW_MS), Date.now()];
    if (crashes.length > MAX_CRASHES) throw new Error("the mount keeps crashing; it is unmounted");
    on.say("the mount crashed and is mounted again");
  }
}

type Outcome = Extract<Report, { kind: "ended" | "failed" }> | { kind: "crashed" | "killed" };

function runWorker(
  order: Order,
  on: { mounted: () => void; say: (text: string) => void },
  onSession: (session: Session) => void,
): Promise<Outcome> {
  // The filesystem's requests and its files each block a thread of the pool while they wait.
  const env = { ...process.env, UV_THREADPOOL_SIZE: "16" };
  const child = fork(WORKER, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  let stoppedAt: number | null = null;
  const stop = () => {
    stoppedAt ??= performance.now();
    child.kill(performance.now() - stoppedAt > SECOND_SIGNAL_MS ? "SIGKILL" : "SIGTERM");
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  child.send(order);
  const timer = setInterval(() => freeIfDead(child, order.settings.directory), CHECK_MS);
  return outcomeOf(child, on, onSession)
    .then((outcome) =>
      stoppedAt !== null && outcome.kind === "crashed" ? { kind: "killed" as const } : outcome,
    )
    .finally(() => {
      clearInterval(timer);
      for (const signal of SIGNALS) process.off(signal, stop);
    });
}

/**
 * A process that dies while one of its threads tells the kernel about a change does not end: the thread waits for a
 * program that changes the same directory, and that waits for the process. Only this ends both.
 */
function freeIfDead({ pid = 0 }: ChildProcess, directory: string): void {
  if (startOf(pid) === null) void abortFuse(directory).catch(() => undefined);
}

function outcomeOf(
  child: ChildProcess,
  on: { mounted: () => void; say: (text: string) => void },
  onSession: (session: Session) => void,
): Promise<Outcome> {
  let outcome: Outcome = { kind: "crashed" };
  child.on("message", (report: Report) => {
    if (report.kind === "mounted") on.mounted();
    else if (report.kind === "say") on.say(report.text);
    else if (report.kind === "session") onSession(report.session);
    else outcome = report;
  });
  return new Promise((resolve) => child.once("exit", () => resolve(outcome)));
}
