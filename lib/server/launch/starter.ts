import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** A program to keep running; `env` is its whole environment. */
export type SupervisedProgram = {
  program: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
};

/** Starts a program as often as it is asked to; `close` when it is no longer needed. */
export type Starter = { start(): ChildProcess; close(): void };

// The program that has just started comes first: on two cores a spare would take one from it.
const SPARE_DELAY_MS = 3_000;

// What an idle process keeps from its start: docs/decisions/0045-memory.md.
const LEAN = { args: ["--max-semi-space-size=8"], env: { MALLOC_ARENA_MAX: "2" } };

/** Starts a program that `buildPrograms` has built. */
export function builtStarter({ program, cwd, env }: SupervisedProgram): Starter {
  const target = { program, cwd, env: { ...LEAN.env, ...env } };
  return { start: () => spawnNode(target, [...LEAN.args, program]), close: () => undefined };
}

/** Starts a program from its TypeScript. */
export function sourceStarter(target: SupervisedProgram): Starter {
  return { start: () => spawnTypeScript(target, [target.program]), close: () => undefined };
}

/** Starts the program in a spare process that has already loaded the packages (bin/standby.ts), if there is one. */
export function spareStarter(target: SupervisedProgram): Starter {
  const standby = path.join(target.cwd, "bin", "standby.ts");
  let spare: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const open = () => {
    const child = spawnTypeScript(target, [standby, target.program]);
    // A spare that failed is not connected when it is needed.
    child.on("error", () => undefined);
    return child;
  };
  return {
    start() {
      const child = spare?.connected ? spare : open();
      spare = undefined;
      child.send("start", () => undefined);
      clearTimeout(timer);
      timer = setTimeout(() => (spare = open()), SPARE_DELAY_MS);
      return child;
    },
    close() {
      clearTimeout(timer);
      spare?.kill("SIGKILL");
    },
  };
}

function spawnTypeScript(target: SupervisedProgram, args: string[]): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
  return spawnNode(target, ["--import", tsx, ...args]);
}

function spawnNode({ cwd, env }: SupervisedProgram, args: string[]): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}
