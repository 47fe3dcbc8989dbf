import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

import { afterEach, expect, it } from "vitest";

import { startFakeService } from "@/testing/receiver/fake-service";
import { messageBody, send, TEST_SECRET } from "@/testing/receiver/sender";

import { mirrorFile, readMirror } from "./state";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const KILLS = 4;

let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

/** Starts the real program and returns its port once it listens. */
async function startProgram(args: string[]): Promise<number> {
  const program = ["bin/run.mjs", "examples/receiver/main.ts", "--json", ...args];
  const started = spawn(process.execPath, program, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  for await (const line of createInterface({ input: started.stdout })) {
    const report: unknown = JSON.parse(line);
    if (report && typeof report === "object" && "port" in report) {
      started.stdout.resume();
      return Number(report.port);
    }
  }
  throw new Error("failed to start the receiver");
}

it("loses nothing that it acknowledged and stays consistent, killed at any moment", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "receiver-kill-"));
  const service = await startFakeService();
  const state = path.join(directory, "state");
  const args = [
    `--api=${service.origin} --key=tmk_1 --org=org_1 --filesystem=fs_1 --port=0`.split(" "),
    ["--secret", TEST_SECRET, "--dir", directory, "--state", state],
  ].flat();
  let acknowledged = 0;
  let [sent, confirmed] = [0, 0];

  try {
    for (let life = 0; life <= KILLS; life += 1) {
      const port = await startProgram(args);
      const ca = await readFile(path.join(directory, "ca.pem"), "utf8");
      const goal = confirmed + 10 + life * 7;
      for (let dead = false; !dead;) {
        if (service.head() === acknowledged)
          service.change(`/${sent % 9}`, sent % 4 ? `${sent}` : null);
        const cursor = service.head();
        const body = messageBody(
          acknowledged === 0 ? "files.resync" : "files.changed",
          cursor,
          acknowledged === 0 ? [] : service.eventsAfter(acknowledged),
        );
        sent += 1;
        const response = send({ port, ca, body }).catch(() => null);
        if (confirmed >= goal && life < KILLS) {
          // While this message is in flight, at a point that differs between runs.
          for (let rounds = life * 40; rounds > 0; rounds -= 1) await new Promise(setImmediate);
          child?.kill("SIGKILL");
          dead = true;
        }
        if ((await response)?.status === 200) {
          acknowledged = cursor;
          confirmed += 1;
        }
        if (life === KILLS && confirmed >= goal) break;
      }
      if (life < KILLS) await once(child!, "exit");
      const saved = await readMirror(mirrorFile(state));
      const known = saved.queue.at(-1)?.cursor ?? saved.resync ?? saved.cursor ?? 0n;
      expect(known >= BigInt(acknowledged)).toBe(true);
    }
    child?.kill("SIGTERM");
    const [code] = (await once(child!, "exit")) as [number | null];
    expect(code).toBe(0);
    const mirror = await readMirror(mirrorFile(state));
    mirror.entries.delete("/");
    expect(mirror.cursor).toBe(BigInt(acknowledged));
    expect(mirror.entries).toEqual(service.infos());
  } finally {
    await service.close();
    await rm(directory, { recursive: true });
  }
}, 60_000);
