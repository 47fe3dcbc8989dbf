import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

import { afterAll, afterEach, beforeEach, expect, test } from "vitest";

import { listen } from "@/testing/listen";

import { type Door, openDoor } from "./door";
import { sourceStarter } from "./starter";
import { SUPERVISOR_TIMES } from "./supervisor";

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-door-"));
afterAll(() => rmSync(directory, { recursive: true }));

const TIMES = { ...SUPERVISOR_TIMES, firstDelay: 10, longestDelay: 40, stop: 2_000 };
// Each start takes seconds on a busy machine.
const TEST_MS = 20_000;

// Sends its process id and what it receives; `idle` and `crash` do what they say.
const PROGRAM = `
let taken = 0;
process.on("message", (_, socket) => {
  taken += 1;
  socket.write(process.pid + "\\n");
  socket.on("data", (data) => {
    const text = String(data);
    if (text === "crash") process.exit(1);
    if (text === "idle") process.send({ type: "idle", taken });
    else socket.write(text);
  });
  socket.on("error", () => {});
  socket.resume();
});
process.on("SIGTERM", () => process.exit(0));
process.send({ type: "ready" });
`;

let door: Door;
let port: number;
let starts: number;
const sockets: net.Socket[] = [];

beforeEach(async () => {
  const program = path.join(directory, "program.mjs");
  writeFileSync(program, PROGRAM);
  const starter = sourceStarter({ program, cwd: process.cwd(), env: process.env });
  starts = 0;
  const counted = { start: () => ((starts += 1), starter.start()), close: () => undefined };
  const server = net.createServer({ pauseOnConnect: true });
  port = await listen(server);
  door = openDoor("test", server, counted, () => undefined, TIMES);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await door.stop();
});

async function connect(first = "") {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  socket.write(first);
  const closed = once(socket, "close").then(() => Promise.reject(new Error("closed")));
  const [pid] = await Promise.race([once(socket, "data"), closed]);
  closed.catch(() => undefined);
  return { socket, pid: String(pid).split("\n")[0] };
}

test(
  "the first connection starts the program, and all reach it with what they sent",
  { timeout: TEST_MS },
  async () => {
    expect(starts).toBe(0);
    const [one, other] = await Promise.all([connect(), connect()]);
    expect(one.pid).toBe(other.pid);
    one.socket.write("hello");
    expect(String((await once(one.socket, "data"))[0])).toBe("hello");
    expect(starts).toBe(1);
  },
);

test(
  "it ends when it is idle, and starts again with the next connection",
  { timeout: TEST_MS },
  async () => {
    const first = await connect();
    first.socket.write("idle");
    await once(first.socket, "close");
    const next = await connect();
    expect(next.pid).not.toBe(first.pid);
  },
);

test("it starts again after a crash", { timeout: TEST_MS }, async () => {
  const first = await connect();
  first.socket.write("crash");
  await once(first.socket, "close");
  const next = await connect();
  expect(next.pid).not.toBe(first.pid);
});
