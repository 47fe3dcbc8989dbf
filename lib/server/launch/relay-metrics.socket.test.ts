import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { afterEach, expect, test } from "vitest";

import { createMetricsRelay } from "./relay-metrics";

const LATE_MS = 3_000;
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

/** Starts a program that the relay knows; its other messages go to who started it. */
async function start(relay: ReturnType<typeof createMetricsRelay>, source: string) {
  const program = `${source}; process.send("ready");`;
  const starter = relay.connect({
    start: () =>
      spawn(process.execPath, ["-e", program], { stdio: ["ignore", "ignore", "inherit", "ipc"] }),
    close: () => undefined,
  });
  const child = starter.start();
  children.push(child);
  await once(child, "message");
  return child;
}

const SAYS = (text: string) =>
  `process.on("message", ({ type, id }) => process.send({ type: "metrics", id, texts: ["${text}"] }))`;
// Passes on what it hears, and asks when it receives `ask`.
const ASKS = `process.on("message", (message) => process.send(message === "ask"
  ? { type: "metrics?", id: 7 } : { heard: message }))`;

async function askThrough(asker: ChildProcess): Promise<unknown> {
  asker.send("ask");
  for (;;) {
    const [message] = await once(asker, "message");
    if (typeof message === "object" && message !== null && "heard" in message) return message.heard;
  }
}

test("a process that asks gets the metrics of the others, but for one that does not reply", async () => {
  const relay = createMetricsRelay(LATE_MS);
  const asker = await start(relay, ASKS);
  await start(relay, SAYS("worker"));
  const gateway = await start(relay, SAYS("sftp"));
  await start(relay, `process.on("message", () => undefined)`);
  expect(await askThrough(asker)).toEqual({ type: "metrics", id: 7, texts: ["worker", "sftp"] });
  const ended = once(gateway, "exit");
  gateway.kill("SIGKILL");
  await ended;
  expect(await askThrough(asker)).toEqual({ type: "metrics", id: 7, texts: ["worker"] });
});
