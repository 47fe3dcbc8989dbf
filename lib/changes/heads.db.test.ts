import { setMaxListeners } from "node:events";

import { afterAll, beforeAll, expect, test } from "vitest";

import { accessOf } from "@/lib/auth/context";
import type { Db } from "@/lib/db/client";
import { startTestService, type TestService } from "@/testing/service";
import { contextOf, createFilesystem, createTenant } from "@/testing/tenant";

import { createHeads, type Heads } from "./heads";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

/** The database, counting every query. */
function counting() {
  const seen = { queries: 0 };
  const db = service.services.db.$extends({
    query: {
      $allOperations({ args, query }) {
        seen.queries++;
        return query(args);
      },
    },
  });
  return { seen, db: db as unknown as Db };
}

function manyListeners() {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

const reading = (id: string) => accessOf(contextOf(service, tenant, id), "ro");

const advance = (filesystemId: string) =>
  service.services.db
    .$executeRaw`UPDATE filesystem SET head = head + 1, undispatched = true WHERE id = ${filesystemId}`;

test("hundreds of waiting readers cost one query per 250 ms, and none once they have left", async () => {
  const { seen, db } = counting();
  const heads = createHeads(db, 500);
  const filesystems = await Promise.all(
    Array.from({ length: 20 }, () => createFilesystem(service, tenant)),
  );
  const client = manyListeners();
  const startedAt = performance.now();
  const waits = filesystems.flatMap(({ id }) =>
    Array.from({ length: 25 }, () => heads.join(reading(id), client.signal).past(0n, 1_900)),
  );
  expect((await Promise.all(waits)).some(Boolean)).toBe(false);
  const ms = performance.now() - startedAt;
  // Polls of the heads, every 240 ms, and checks of access: 10 in 1.9 s.
  expect(seen.queries).toBeGreaterThan(1);
  expect(seen.queries).toBeLessThanOrEqual(Math.floor(ms / 240) + Math.floor(ms / 500));
  client.abort();
  seen.queries = 0;
  const later = heads.join(reading(filesystems[0]!.id), new AbortController().signal);
  later.release();
  heads.poll();
  expect(seen.queries).toBe(0);
  heads.close();
});

test("a commit of another process wakes the readers of its filesystem and no others", async () => {
  const heads = createHeads(service.services.db);
  const [moved, still] = [
    await createFilesystem(service, tenant),
    await createFilesystem(service, tenant),
  ];
  const client = new AbortController();
  const join = (id: string) => heads.join(reading(id), client.signal);
  const others = join(still.id).past(0n, 600);
  const woken = join(moved.id).past(0n, 10_000);
  const behind = join(moved.id).past(1n, 600);
  await advance(moved.id);
  expect(await woken).toBe(true);
  expect(await others).toBe(false);
  expect(await behind).toBe(false);
  // A head that the hub already knows needs no waiting.
  const reader = join(moved.id);
  expect(await reader.past(0n, 0)).toBe(true);
  client.abort();
  expect(await reader.past(0n, 10_000)).toBe(false);
  heads.close();
});

/** The median of milliseconds from a commit until its reader was woken, of ten. */
async function medianDelay(committed: (heads: Heads) => void) {
  const heads = createHeads(service.services.db);
  const fs = await createFilesystem(service, tenant);
  const client = manyListeners();
  const delays: number[] = [];
  for (let cursor = 0n; cursor < 10n; cursor++) {
    const woken = heads.join(reading(fs.id), client.signal).past(cursor, 10_000);
    await advance(fs.id);
    const committedAt = performance.now();
    committed(heads);
    expect(await woken).toBe(true);
    delays.push(performance.now() - committedAt);
  }
  client.abort();
  heads.close();
  return delays.toSorted((a, b) => a - b)[5] ?? NaN;
}

test("a commit of this process wakes them without waiting for the next interval", async () => {
  const withHint = await medianDelay((heads) => heads.poll());
  const withoutHint = await medianDelay(() => undefined);
  expect(withHint).toBeLessThan(withoutHint / 2);
});

test("readers that were woken together share the query of an equal page", async () => {
  const { seen, db } = counting();
  const heads = createHeads(db);
  const fs = await createFilesystem(service, tenant);
  await advance(fs.id);
  const read = (after: bigint, limit: number) => heads.readPage(fs.id, after, { limit });
  const same = await Promise.all(Array.from({ length: 100 }, () => read(0n, 100)));
  expect(new Set(same).size).toBe(1);
  expect(seen.queries).toBe(1);
  await Promise.all([read(0n, 100), read(1n, 100), read(0n, 10)]);
  expect(seen.queries).toBe(4);
  heads.close();
});

test("a database that is down for a while ends no wait", async () => {
  let fail = true;
  const db = service.services.db.$extends({
    query: {
      $allOperations({ args, query }) {
        if (fail) throw new Error("away");
        return query(args);
      },
    },
  });
  const heads = createHeads(db as unknown as Db, 20);
  const fs = await createFilesystem(service, tenant);
  const reader = heads.join(reading(fs.id), new AbortController().signal);
  expect(await reader.past(0n, 300)).toBe(false);
  expect(reader.refusal()).toBeNull();
  expect(reader.signal.aborted).toBe(false);
  fail = false;
  await advance(fs.id);
  expect(await reader.past(0n, 10_000)).toBe(true);
  heads.close();
});
