import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { outlastDead, shareLock, takeLock, unshareLock } from "./lock";
import { type Holder, lockHolder } from "./lock-holder";

const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-lock-"));
afterAll(() => rmSync(directory, { recursive: true }));

const LOCK = `
  const { takeLock } = await import(${JSON.stringify(`${import.meta.dirname}/lock.ts`)});
  console.log(JSON.stringify(takeLock(process.argv[1])));
  setInterval(() => undefined, 1000);
`;

/** Another process that tries to take the lock; resolves with what it got. */
async function contender(file: string) {
  const program = ["--import", "tsx/esm", "--input-type=module", "-e", LOCK, file];
  const child = spawn(process.execPath, program);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, result: JSON.parse(line.toString()) as { heldBy?: Holder } };
}

/** A lock that a process of another container took and last touched `ageMs` ago. */
function lockElsewhere(file: string, ageMs: number): void {
  writeFileSync(file, JSON.stringify({ pid: process.pid, mark: "", namespace: "pid:[1]" }));
  const at = new Date(Date.now() - ageMs);
  utimesSync(file, at, at);
}

describe("takeLock", () => {
  test("names the living holder and is free again after its kill -9", async () => {
    const file = path.join(directory, "a.lock");
    const { child } = await contender(file);
    expect(takeLock(file)).toEqual({ heldBy: { pid: child.pid, elsewhere: false } });
    expect(lockHolder(file)).toMatchObject({ pid: child.pid });

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

describe("a lock of another container", () => {
  const elsewhere = { heldBy: { pid: process.pid, elsewhere: true } };

  test("is held while it was touched within ten seconds, whatever has its number here", () => {
    const file = path.join(directory, "e.lock");
    lockElsewhere(file, 5_000);
    expect(takeLock(file)).toEqual(elsewhere);
    expect(shareLock(file)).toEqual(elsewhere);
    lockElsewhere(file, 11_000);
    expect(lockHolder(file)).toBeUndefined();
    expect(takeLock(file)).toHaveProperty("release");
  });

  test("is outlasted if its container was killed, and not if it lives", async () => {
    const file = path.join(directory, "f.lock");
    lockElsewhere(file, 8_500);
    expect(await outlastDead(file, takeLock)).toHaveProperty("release");

    lockElsewhere(file, 0);
    const touching = setInterval(() => utimesSync(file, new Date(), new Date()), 100);
    expect(await outlastDead(file, takeLock)).toEqual(elsewhere);
    clearInterval(touching);
  });

  test("is shared by processes that see each other, and touched and renewed by those that hold it", async () => {
    const file = path.join(directory, "g.lock");
    for (const _ of [1, 2]) expect(shareLock(file)).toHaveProperty("release");
    utimesSync(file, 0, 0);
    await eventually("a touch", () => Date.now() - statSync(file).mtimeMs < 5_000);
    rmSync(file);
    await eventually("a new file", () => statSync(file, { throwIfNoEntry: false }));
    unshareLock(file);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });
});
