import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { lockHolder, takeLock } from "./lock";

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-lock-"));
afterAll(() => rmSync(directory, { recursive: true }));

const LOCK = `
  const { takeLock } = await import(${JSON.stringify(`${import.meta.dirname}/lock.ts`)});
  console.log(JSON.stringify(takeLock(process.argv[1])));
  setInterval(() => undefined, 1000);
`;

/** Another process that tries to take the lock; resolves with what it got. */
async function contender(file: string) {
  const child = spawn(process.execPath, [
    "--import",
    "tsx/esm",
    "--input-type=module",
    "-e",
    LOCK,
    file,
  ]);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, result: JSON.parse(line.toString()) as { heldBy?: number } };
}

describe("takeLock", () => {
  test("names the living holder and is free again after its kill -9", async () => {
    const file = path.join(directory, "a.lock");
    const { child } = await contender(file);
    expect(takeLock(file)).toEqual({ heldBy: child.pid });
    expect(lockHolder(file)).toBe(child.pid);

    child.kill("SIGKILL");
    await once(child, "exit");
    expect(lockHolder(file)).toBeUndefined();
    const lock = takeLock(file);
    expect(lock).toHaveProperty("release");
    if ("release" in lock) lock.release();
    expect(readdirSync(directory)).toEqual([]);
  });

  test("a living process of the recorded number that began later is not the holder", () => {
    const file = path.join(directory, "b.lock");
    writeFileSync(file, JSON.stringify({ pid: process.ppid, mark: "another boot:1" }));
    expect(takeLock(file)).toHaveProperty("release");
  });

  test("an unreadable lock file does not lock everybody out", () => {
    const file = path.join(directory, "c.lock");
    writeFileSync(file, "");
    expect(takeLock(file)).toHaveProperty("release");
  });

  test("of several that find a stale lock exactly one gets it", async () => {
    const file = path.join(directory, "d.lock");
    writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, mark: "" }));
    const all = await Promise.all([contender(file), contender(file), contender(file)]);
    expect(all.filter(({ result }) => result.heldBy === undefined)).toHaveLength(1);
    for (const { child } of all) child.kill("SIGKILL");
  });
});
