import { randomUUID } from "node:crypto";
import { link, readdir, readFile, truncate, unlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

/** `staleMs`: a claim older than this is stale. `waitMs`: how long to wait for the lock. */
export type LockLimits = { staleMs: number; waitMs: number };

// A holder makes one request of at most 15 s; a machine that slept meanwhile has lost the lock.
const LIMITS: LockLimits = { staleMs: 30_000, waitMs: 45_000 };
const POLL_MS = 40;
const NAME = /^lock\.(\d{1,15})$/;

const Holder = z.object({ pid: z.int().min(1), host: z.string(), at: z.number() });
type Top = { number: number; isFree: boolean };

/**
 * Runs `act` exclusively among processes, in an existing directory. The lock is the file `lock.<n>` with the
 * greatest n; empty means free. A process that finds it free, or its holder gone, creates `lock.<n+1>`,
 * which only one can, so two never hold it. @throws Error if it is not released within `waitMs`
 */
export async function withLock<T>(
  directory: string,
  run: () => Promise<T>,
  limits: LockLimits = LIMITS,
): Promise<T> {
  const held = await acquire(directory, limits);
  try {
    return await run();
  } finally {
    await truncate(fileOf(directory, held), 0).catch(ignoreMissing);
  }
}

async function acquire(directory: string, { staleMs, waitMs }: LockLimits): Promise<number> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    const { number, isFree } = await findTop(directory, staleMs);
    if (isFree && (await claim(directory, number + 1))) return number + 1;
    if (performance.now() > endsAt)
      throw new Error("another tidemark process holds the lock; try again");
    if (!isFree) await sleep(POLL_MS * (0.5 + Math.random()));
  }
}

/** Creates the file atomically with its content, so that a claim always names its holder. */
async function claim(directory: string, number: number): Promise<boolean> {
  const draft = path.join(directory, `claim.${randomUUID()}`);
  const holder = { pid: process.pid, host: os.hostname(), at: Date.now() };
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, fileOf(directory, number));
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(draft);
  }
  const numbers = await readNumbers(directory);
  // A slow process may have created a number that was used and removed before.
  const isTop = numbers.every((other) => other <= number);
  const leftover = isTop ? numbers.filter((other) => other < number) : [number];
  for (const old of leftover) await unlink(fileOf(directory, old)).catch(ignoreMissing);
  return isTop;
}

async function findTop(directory: string, staleMs: number): Promise<Top> {
  const number = Math.max(0, ...(await readNumbers(directory)));
  if (number === 0) return { number, isFree: true };
  const text = await readFile(fileOf(directory, number), "utf8").catch(ignoreMissing);
  // Removed meanwhile: a greater one exists, so read again.
  if (text === undefined) return { number, isFree: false };
  return { number, isFree: text === "" || isGone(text, staleMs) };
}

function isGone(text: string, staleMs: number): boolean {
  const holder = readHolder(text);
  if (holder === undefined) return true;
  const { pid, host, at } = holder;
  const age = Date.now() - at;
  if (age > staleMs || age < -staleMs) return true;
  return host === os.hostname() && !isAlive(pid);
}

// Only a power failure leaves an unreadable claim.
function readHolder(text: string) {
  try {
    return Holder.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

async function readNumbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
}

const fileOf = (directory: string, number: number) => path.join(directory, `lock.${number}`);
const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
  return undefined;
}
