import fs from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse } from "@/testing/fuse/has-fuse";
import { createRandom } from "@/testing/fuzz/random";
import { expectAgreement, listAll, readByApi } from "@/testing/mount-agreement";
import { changeAtRandom, isWhole } from "@/testing/mount-changes";
import { outcomeOf } from "@/testing/mount-programs";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, type TestMount } from "@/testing/mounting";
import { repeats } from "@/testing/repeats";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

const { isUsable, reason } = await hasFuse();
const title = isUsable ? "random changes" : `random changes (not run: ${reason})`;
const SEEDS = repeats(3, 1_000);
// What runs for longer hangs.
const DEADLINE = { timeout: 60_000 + SEEDS * 10_000 };
// In one directory they also replace and move what the other one uses.
const IS_SHARED = repeats(0, 100) > 0;
const CHANGES = 40;
const AGREE_MS = 10_000;
/** Every so many seeds a process that serves a mount is killed. */
const KILL_EVERY = 5;

let service: TestService;
let source: { service: TestService; key: string; base: string };
let mounts: TestMount[];
beforeAll(async () => {
  service = await startMountService();
  if (!isUsable) return;
  const tenant = await createTenant(service);
  const { id, base } = await createFilesystem(service, tenant);
  source = { service, key: tenant.key, base };
  mounts = await Promise.all([
    mountIn(service, tenant, id),
    mountIn(service, tenant, id, { durability: "behind" }),
  ]);
}, DEADLINE.timeout);
afterAll(async () => {
  await releaseMounts();
  await service.close();
}, DEADLINE.timeout);

describe.skipIf(!isUsable)(title, DEADLINE, () => {
  test("two mounts, the API and the feed agree after changes in both; no file is half", async () => {
    // Which change is faster is chance, so a seed repeats the changes and not always the outcome.
    const first = Date.now() % 2 ** 31;
    for (let seed = first; seed < first + SEEDS; seed++) {
      const kills = (seed - first) % KILL_EVERY === 0;
      await runSeed(seed, kills).catch((error: unknown) => {
        throw new Error(`seed ${seed}${kills ? ", with kill -9" : ""}`, { cause: error });
      });
    }
  });
});

/** Changes a directory of its own in both mounts at the same time. */
async function runSeed(seed: number, kills: boolean): Promise<void> {
  const folder = `/${seed}`;
  const [one] = mounts;
  await fs.mkdir(path.join(one!.directory, folder));
  const names = IS_SHARED ? ["both", "both"] : ["first", "second"];
  for (const name of new Set(names)) await fs.mkdir(path.join(one!.directory, folder, name));
  const roots = mounts.map(({ directory }, index) => path.join(directory, folder, names[index]!));
  // Through a descriptor, as the path leads to the local disk while it is mounted again.
  const opened = await Promise.all(roots.map(openOnce));
  const wrong = mounts.map(async (_, index) => {
    const random = createRandom(seed * 2 + index);
    const directory = `/proc/self/fd/${opened[index]!.fd}`;
    for (let n = 0; n < CHANGES; n++) {
      const error = await changeAtRandom(directory, random);
      // What was open when the process died fails.
      if (error !== null && !kills) return error;
    }
    return null;
  });
  if (kills) await mounts[seed % 2]!.kill9();
  expect(await Promise.all(wrong)).toEqual([null, null]);
  await Promise.all(opened.map((file) => file.close()));
  for (const mount of mounts) await mount.cli("mount", "flush", mount.directory);
  await agree(folder);
  for (const { path: at, type } of await listAll({ ...source, folder }))
    if (type === "file")
      expect([at, isWhole(String(await readByApi({ ...source, folder }, at)))]).toEqual([at, true]);
}

/** The other mount sees a new directory within milliseconds. */
const openOnce = (directory: string) =>
  eventually("the directory", () => fs.open(directory).catch(() => null));

/** The same for what was changed last. */
async function agree(folder: string): Promise<void> {
  const compare = () =>
    expectAgreement({ ...source, folder }, ...mounts.map(({ directory }) => directory));
  const isEqual = async () => (await outcomeOf(compare())) === "ok";
  await eventually("agreement", isEqual, AGREE_MS).catch(compare);
}
