import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { withLock } from "./lock";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-lock-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const LIMITS = { staleMs: 5_000, waitMs: 20_000 };
const counter = () => path.join(directory, "counter");
const count = async () => Number(await readFile(counter(), "utf8").catch(() => "0"));

/** Adds one in a way that loses an addition whenever two run at the same time. */
const add = () =>
  withLock(
    directory,
    async () => {
      const seen = await count();
      await new Promise((resolve) => setImmediate(resolve));
      await writeFile(counter(), String(seen + 1));
    },
    LIMITS,
  );
const addTimes = (times: number) => Promise.all(Array.from({ length: times }, add));
const locks = () => readdirSync(directory).filter((name) => name !== "counter");

function claimedBy(holder: { pid: number; host?: string; at?: number }, number = 7) {
  const content = { host: os.hostname(), at: Date.now(), ...holder };
  writeFileSync(path.join(directory, `lock.${number}`), JSON.stringify(content));
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid!;
}

test("one at a time, and one small file is left", async () => {
  await addTimes(40);
  expect(await count()).toBe(40);
  expect(locks()).toEqual(["lock.40"]);
});

test("a holder that was killed is replaced at once, by one of many", async () => {
  for (let round = 0; round < 10; round++) {
    claimedBy({ pid: await deadPid() }, 1000 * (round + 1));
    await addTimes(10);
  }
  expect(await count()).toBe(100);
});

test("a holder on another machine, one whose number lives on, and one that cannot be read are replaced", async () => {
  const old = Date.now() - LIMITS.staleMs - 1;
  claimedBy({ pid: 1, host: "elsewhere", at: old });
  await add();
  claimedBy({ pid: process.pid, at: old }, 100);
  await add();
  writeFileSync(path.join(directory, "lock.200"), "\0\0\0");
  await add();
  expect(await count()).toBe(3);
});

test("a living holder is waited for, and not for ever", async () => {
  claimedBy({ pid: process.pid });
  const brief = withLock(directory, count, { ...LIMITS, waitMs: 150 });
  await expect(brief).rejects.toThrow("another tidemark process holds the lock");
  claimedBy({ pid: 1, host: "elsewhere" });
  await expect(withLock(directory, count, { ...LIMITS, waitMs: 150 })).rejects.toThrow("lock");
});

test("it is let go after a failure", async () => {
  const failing = withLock(directory, () => Promise.reject(new Error("oh")), LIMITS);
  await expect(failing).rejects.toThrow("oh");
  await add();
});
