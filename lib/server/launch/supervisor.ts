import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import { LaunchError } from "./launch-error";
import { waitedForCore } from "./processes";
import { createSilence } from "./silence";
import type { Starter } from "./starter";
import { STOP_MS } from "./stop";

/** Supervision times in milliseconds; parameters so that tests need not wait. */
export type SupervisorTimes = {
  startSilence: number;
  silence: number;
  firstDelay: number;
  longestDelay: number;
  givingUp: number;
  stop: number;
};

export const SUPERVISOR_TIMES: SupervisorTimes = {
  // Until the first message: loading all modules from a cold disk is slow.
  startSilence: 60_000,
  silence: 12_000,
  firstDelay: 500,
  longestDelay: 10_000,
  givingUp: 60_000,
  stop: STOP_MS.programs,
};

const FAILURES_BEFORE_GIVING_UP = 5;

const messageShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("alive") }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

/** `ready` resolves at the first ready message; it rejects if the program never gets there. */
export type Supervised = {
  ready: Promise<void>;
  /** Ends the program, hard after `graceMs`, and starts it again at once; this is no failure. */
  restart(graceMs: number): void;
  stop(): Promise<void>;
};

/**
 * Keeps a TypeScript program running: restarts it with growing delays when it exits, kills it when it
 * stops sending heartbeats. Rejects `ready` with the last error after five failures in the first minute
 * without ever being ready; after that it never gives up.
 */
export function supervise(
  name: string,
  starter: Starter,
  report: (line: string) => void,
  times: SupervisorTimes = SUPERVISOR_TIMES,
): Supervised {
  const ending = new AbortController();
  let restarting = new AbortController();
  let child: ChildProcess | undefined;
  const live = (onReady: () => void) => {
    child = starter.start();
    restarting = new AbortController();
    return watchLife(child, times, onReady);
  };
  let lifecycle = Promise.resolve();
  const ready = new Promise<void>((resolve, reject) => {
    const signals = { ending: ending.signal, restarting: () => restarting.signal };
    lifecycle = keepRunning(name, live, { resolve, reject, report }, signals, times);
  });
  // Callers that await it get the error; without one it must not be an unhandled rejection.
  ready.catch(() => undefined);
  return {
    ready,
    restart(graceMs) {
      const old = child;
      restarting.abort();
      old?.kill("SIGTERM");
      const killer = setTimeout(() => old?.kill("SIGKILL"), graceMs);
      old?.once("exit", () => clearTimeout(killer));
    },
    stop: async () => {
      ending.abort();
      starter.close();
      const killer = setTimeout(() => child?.kill("SIGKILL"), times.stop);
      child?.kill("SIGTERM");
      await lifecycle;
      clearTimeout(killer);
    },
  };
}

type Listeners = {
  resolve: () => void;
  reject: (error: Error) => void;
  report: (line: string) => void;
};

/** `restarting` is aborted when the program that runs now is to be started again. */
type Signals = { ending: AbortSignal; restarting: () => AbortSignal };

async function keepRunning(
  name: string,
  live: (onReady: () => void) => Promise<string>,
  { resolve, reject, report }: Listeners,
  { ending, restarting }: Signals,
  times: SupervisorTimes,
): Promise<void> {
  const begun = performance.now();
  let everReady = false;
  let failures = 0;
  const onReady = () => {
    everReady = true;
    resolve();
  };
  while (!ending.aborted) {
    const spawned = performance.now();
    const why = await live(onReady);
    if (ending.aborted) return;
    if (restarting().aborted) continue;
    const now = performance.now();
    failures = now - spawned > times.givingUp ? 1 : failures + 1;
    if (!everReady && now - begun < times.givingUp && failures >= FAILURES_BEFORE_GIVING_UP) {
      reject(new LaunchError(`${name} process failed to start: ${why}`));
      return;
    }
    const delay = Math.min(times.firstDelay * 2 ** (failures - 1), times.longestDelay);
    report(`${name} process exited (${why}); restarting in ${delay / 1000} s`);
    const woken = AbortSignal.any([ending, restarting()]);
    await sleep(delay, undefined, { signal: woken }).catch(() => undefined);
  }
}

/** Resolves with the reason once the process has exited, on its own or killed as unresponsive. */
function watchLife(
  child: ChildProcess,
  times: SupervisorTimes,
  onReady: () => void,
): Promise<string> {
  let why: string | undefined;
  let allowed = times.startSilence;
  const period = times.silence / 12;
  const silence = createSilence(period, () => waitedForCore(child.pid));
  child.on("message", (raw) => {
    const message = messageShape.safeParse(raw).data;
    if (message === undefined) return;
    silence.broken();
    allowed = times.silence;
    if (message.type === "ready") onReady();
    if (message.type === "failed") why = message.message;
  });
  const timer = setInterval(() => {
    if (silence.measure() < allowed) return;
    why = "unresponsive";
    child.kill("SIGKILL");
  }, period);
  return new Promise((resolve) => {
    const end = (reason: string) => {
      clearInterval(timer);
      resolve(why ?? reason);
    };
    child.once("error", (error) => end(error.message));
    child.once("exit", (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
  });
}
