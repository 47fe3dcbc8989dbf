import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll } from "vitest";

import { cliProgram } from "./bundles";

type Env = Record<string, string>;

/** The command line as it is published, with a home of its own for the tests of a file. Call at top level. */
export function usePackedCli() {
  const home = mkdtempSync(path.join(os.tmpdir(), "tidemark-home-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const program = cliProgram();
  const start = (args: readonly string[], env: Env, cwd = home) =>
    startProgram([program, ...args], env, cwd);
  return { program, start, run: (...call: Parameters<typeof start>) => start(...call).ended };
}

/** Starts a program with Node; `seen` has what it printed so far. */
export function startProgram(args: readonly string[], env: Env, cwd: string) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, HOME: cwd, ...env },
  });
  const seen = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (seen.out += String(chunk)));
  child.stderr.on("data", (chunk) => (seen.err += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ ...seen, code }));
  return { child, seen, ended };
}
