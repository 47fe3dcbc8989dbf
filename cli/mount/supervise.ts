import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

import { UsageError } from "@/lib/usage-error";

import type { Session } from "./credential";
import { unmountFuse } from "./fuse/mount-point";
import type { MountSettings } from "./serve-mount";
import type { Order, Report } from "./worker";

const WORKER = fileURLToPath(new URL("../../bin/mount.mjs", import.meta.url));
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const MAX_CRASHES = 5;
const CRASH_WINDOW_MS = 60_000;

/**
 * Serves a mount in a process of its own, and mounts again if that dies; what was under way is found in its journal.
 * Resolves when it is unmounted. @throws UsageError, Error
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
    const outcome = await runWorker({ settings, session: current, renews }, on, (fresh) => {
      current = fresh;
    });
    if (outcome.kind === "ended") {
      if (outcome.code === null) return;
      throw new Error(`access has ended (${outcome.code}): ${settings.directory} is unmounted`);
    }
    if (outcome.kind === "failed")
      throw outcome.isUsage ? new UsageError(outcome.message) : new Error(outcome.message);
    // The directory stays mounted without a process, and every call on it would fail.
    await unmountFuse(settings.directory).catch(() => undefined);
    crashes = [...crashes.filter((at) => at > Date.now() - CRASH_WINDOW_MS), Date.now()];
    if (crashes.length > MAX_CRASHES) throw new Error("the mount keeps crashing; it is unmounted");
    on.say("the mount crashed and is mounted again");
  }
}

type Outcome = Extract<Report, { kind: "ended" | "failed" }> | { kind: "crashed" };

function runWorker(
  order: Order,
  on: { mounted: () => void; say: (text: string) => void },
  onSession: (session: Session) => void,
): Promise<Outcome> {
  // The filesystem's requests and its files each block a thread of the pool while they wait.
  const env = { ...process.env, UV_THREADPOOL_SIZE: "16" };
  const child = fork(WORKER, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const stop = () => void child.kill("SIGTERM");
  for (const signal of SIGNALS) process.on(signal, stop);
  child.send(order);
  return outcomeOf(child, on, onSession).finally(() => {
    for (const signal of SIGNALS) process.off(signal, stop);
  });
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
