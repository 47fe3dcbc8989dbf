import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse, isInstalled } from "@/testing/fuse/has-fuse";
import { expectAgreement, readFeed, readLocal } from "@/testing/mount-agreement";
import { LONG_SCRIPTS, SCRIPTS } from "@/testing/mount-scripts";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, temporary, type TestMount } from "@/testing/mounting";
import { repeats } from "@/testing/repeats";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";
import {
  type MirrorReceiver,
  startMirrorReceiver,
  type WebhookMirror,
} from "@/testing/webhook-mirror";

// Only asynchronous calls touch a mount, so that one that hangs fails.
const { isUsable, reason } = await hasFuse();
const suite = describe.skipIf(!isUsable);
const title = (text: string) => (isUsable ? text : `${text} (not run: ${reason})`);
// What the long gate adds takes up to hours.
const PERCENT = repeats(0, 100);
// Of the two, the one that can go wrong in more ways.
const MODES = PERCENT === 0 ? (["behind"] as const) : (["close", "behind"] as const);
const PROGRAMS = PERCENT === 0 ? SCRIPTS : [...SCRIPTS, ...LONG_SCRIPTS];
const DEADLINE = { timeout: PERCENT === 0 ? 90_000 : 14_400_000 };

const available = new Set<string>();
for (const { needs } of PROGRAMS) if (await isInstalled(needs)) available.add(needs);

let receiver: MirrorReceiver;
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let from: string;
beforeAll(async () => {
  receiver = await startMirrorReceiver();
  service = await startMountService(receiver.options);
  receiver.deliver(service);
  tenant = await createTenant(service);
  from = temporary();
  await createSources(from);
});
afterAll(async () => {
  await releaseMounts();
  await receiver.close();
  await service.close();
}, DEADLINE.timeout);

suite.each(MODES)(title("a mount stores on %s"), DEADLINE, (durability) => {
  let first: TestMount;
  let second: TestMount;
  let mirror: WebhookMirror;
  let base: string;
  let id: string;
  beforeAll(async () => {
    ({ id, base } = await createFilesystem(service, tenant));
    mirror = await receiver.follow(source("/"));
    [first, second] = await Promise.all([
      mountIn(service, tenant, id, { durability }),
      mountIn(service, tenant, id),
    ]);
  }, DEADLINE.timeout);

  const source = (folder: string) => ({ service, key: tenant.key, base, folder });

  for (const [index, { name, needs, script, setsTimes = false }] of PROGRAMS.entries())
    test.skipIf(!available.has(needs))(name, async () => {
      const folder = `/p${index}`;
      const local = temporary();
      const mounted = path.join(first.directory, folder);
      await fs.mkdir(mounted);
      await Promise.all([local, mounted].map((cwd) => run(script, cwd, durability)));
      const expected = await readLocal(local, folder);
      const found = await readLocal(mounted, folder);
      expect(comparable(found, setsTimes)).toEqual(comparable(expected, setsTimes));
      await isStored(first, second, `after-${index}`);
      await expectAgreement(source(folder), first.directory, second.directory);
      await mirror.expectAgreement();
    });

  test("a new mount shows all of it; every event says which mount made the change", async () => {
    const author = `mount:${(await first.status()).session_id}`;
    const events = await readFeed(source("/"));
    expect(events.filter((event) => event.origin !== "mount" || event.author !== author)).toEqual(
      [],
    );
    const third = await mountIn(service, tenant, id, { readOnly: true });
    await expectAgreement(source("/"), first.directory, third.directory);
  });
});

/** What the programs read, on the local disk. */
async function createSources(directory: string): Promise<void> {
  await fs.writeFile(path.join(directory, "random"), randomBytes(100_000));
  await fs.writeFile(path.join(directory, "large"), randomBytes(30_000_000));
  const script = `
mkdir -p tree/sub/empty && cd tree
echo one > one && echo two > sub/two && ln one sub/hard && ln -s ../one sub/soft && ln -s nowhere broken
cp $FROM/random sub/random && chmod 0751 sub && chmod 0600 sub/two && chmod 4755 one && : > sub/nothing
touch -d 2001-02-03T04:05:06.123456789Z one && touch -d 1969-12-31T23:59:58.000000001Z sub/two
touch -h -d 2030-01-01T00:00:00.5Z sub/soft
tar --format=posix -C .. -c -f ../archive.tar tree`;
  await promisify(execFile)("sh", ["-ec", script], {
    cwd: directory,
    env: { ...process.env, FROM: directory },
  });
}

/** Runs a script with its own deadline: a hanging one cannot be waited for. */
async function run(script: string, cwd: string, durability: "close" | "behind"): Promise<void> {
  // What waits at each close takes fewer files.
  const FILES = durability === "close" ? "15" : "60";
  const env = {
    ...process.env,
    FROM: from,
    FILES,
    PERCENT: String(PERCENT),
    PROJECT: process.cwd(),
  };
  const limits = { timeout: DEADLINE.timeout, killSignal: "SIGKILL" } as const;
  await promisify(execFile)("sh", ["-euc", script], { cwd, env, ...limits });
}

/** All that was done on one mount is at the service, and the other one has seen it. */
async function isStored(first: TestMount, second: TestMount, name: string): Promise<void> {
  const root = await fs.open(first.directory);
  await fs.writeFile(path.join(first.directory, name), name);
  await root.sync();
  await root.close();
  await eventually("the other mount", () =>
    fs.readFile(path.join(second.directory, name), "utf8").then(
      (text) => text === name,
      () => false,
    ),
  );
}

/** Without what differs between directories: inode numbers and times in the index, times that no program set. */
const comparable = (tree: Awaited<ReturnType<typeof readLocal>>, setsTimes: boolean) =>
  new Map(
    [...tree]
      .filter(([name]) => !name.endsWith("/.git/index"))
      .map(([name, shown]) => [name, setsTimes ? shown : { ...shown, modifiedNs: null }]),
  );
