import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import path from "node:path";

/** The root of this checkout. */
const ROOT = path.resolve(import.meta.dirname, "..", "..");

const STOP_MS = 30_000;

export type Child = {
  /** Resolves with a sentence once the process has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts one of our programs with node, its standard error in `logFile`. Standard output goes to
 * `lines` line by line if given, otherwise into the log as well.
 */
export async function startProgram(
  args: string[],
  env: Record<string, string | undefined>,
  logFile: string,
  lines?: (line: string) => void,
): Promise<Child> {
  const log = await open(logFile, "a", 0o600);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", lines ? "pipe" : log.fd, log.fd],
  });
  await log.close();
  if (lines && child.stdout) forEachLine(child.stdout, lines);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(`process exited with ${signal ?? code}`));
  });
  return {
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await exit;
      clearTimeout(timer);
    },
  };
}

/** Runs one of our programs to its end and returns its output. Errors go to our standard error. */
export async function runProgram(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${args.slice(1, 3).join(" ")} exited with ${String(code)}`);
  return output;
}

function forEachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
}
