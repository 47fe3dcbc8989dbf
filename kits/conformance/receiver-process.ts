import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import net from "node:net";

import { readArray, readFile, readObject, type FileInfo } from "@/kits/typescript/message.ts";

import { eventually } from "./eventually.ts";

/** The program of a receiver, which is started again when it ends, as a supervisor does. */
export type ReceiverProcess = {
  url: string;
  /** Starts it and waits until it responds. */
  start(env?: Record<string, string>): Promise<void>;
  /** Kills it with SIGKILL; it is started again if it was started with `supervise`. */
  kill(): void;
  /** Kills it with SIGKILL and leaves it so. */
  end(): Promise<void>;
  /** The end of what all its processes wrote. */
  output(): string;
  /** The files that the receiver has. */
  files(): Promise<FileInfo[]>;
};

/** Prepares a receiver on a free port; `env` are the settings of the protocol. */
export async function prepareReceiver(
  command: string[],
  env: Record<string, string>,
): Promise<ReceiverProcess> {
  const [program = "", ...args] = command;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let settings = { ...env, PORT: String(port) };
  let output = "";

  function run(): void {
    const started = spawn(program, args, {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (chunk) => (output = `${output}${chunk}`.slice(-2_000)));
    started.once("error", (error) => (output += String(error)));
    started.once("exit", (_, signal) => {
      if (child === started && signal === "SIGKILL") run();
    });
  }

  return {
    url,
    async start(more = {}) {
      settings = { ...settings, ...more };
      run();
      await eventually(
        () => `the receiver to respond to GET /state. It wrote:\n${output}`,
        () =>
          fetch(`${url}/state`).then(
            ({ ok }) => ok,
            () => false,
          ),
      );
    },
    kill: () => void child?.kill("SIGKILL"),
    async end() {
      const ending = child;
      child = undefined;
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = once(ending, "exit");
      ending.kill("SIGKILL");
      await ended;
    },
    output: () => output,
    async files() {
      const response = await fetch(`${url}/state`);
      return readArray(readObject(await response.json()).files).map(readFile);
    },
  };
}

// Below those that systems give to connections, of which one could take it while the receiver starts again.
const FIRST_PORT = 20_000;
const PORTS = 12_000;

async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, FIRST_PORT + PORTS);
  const server = net.createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return freePort();
  }
  await new Promise((resolve) => server.close(resolve));
  return port;
}
