import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { createPool } from "@/lib/db/pool";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { recordStatements } from "@/testing/plans";

import { createOpenLimits, type OpenLimits } from "./open-limits";

const LIMITS = {
  streamsPerCredential: 100,
  streamsPerOrganisation: 200,
  uploadsPerCredential: 40,
  downloadsPerCredential: 40,
};
const BLOCK = { credential: 5, organisation: 10 };

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 10);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const processes: OpenLimits[] = [];
afterEach(async () => {
  for (const process of processes.splice(0)) await process.close();
});

function start() {
  const process = createOpenLimits(pool, LIMITS);
  processes.push(process);
  return process;
}

/** Opens so many at once; returns what frees those that were not refused. */
async function open(
  process: OpenLimits,
  count: number,
  credential = "key",
  orgId: string | null = null,
) {
  const asked = Array.from({ length: count }, () =>
    process.acquire("stream", { credential, orgId, user: credential }),
  );
  const results = await Promise.allSettled(asked);
  return results.flatMap((result) => {
    if (result.status === "fulfilled") return [result.value];
    expect(result.reason).toMatchObject({ code: "too_many_open" });
    return [];
  });
}

const rows = async () => (await pool.query("SELECT key, held FROM open_count ORDER BY key")).rows;
const archive = (process: OpenLimits, credential: string) =>
  process.acquire("archive", { credential, orgId: "org", user: "user_1" });

/** The counts of processes that have been silent for so long. */
const wait = (seconds: number) =>
  pool.query("UPDATE open_count SET expires_at = expires_at - make_interval(secs => $1)", [
    seconds,
  ]);

test("uploads and streams are counted apart; a refusal takes nothing, and a slot is freed once", async () => {
  const only = start();
  const upload = () => only.acquire("upload", { credential: "key", orgId: "org", user: "key" });
  const uploads = await Promise.all(Array.from({ length: 40 }, upload));
  await expect(upload()).rejects.toMatchObject({
    code: "too_many_open",
    extra: { retry_after: 1, message: expect.stringMatching("At most 40 uploads .* credential") },
  });
  const streams = await open(only, 100);
  for (const free of [...uploads, ...uploads, ...streams]) free();
  expect(only.taken()).toBe(0);
  expect(await open(only, 150)).toHaveLength(100);
});

test("credentials of one user share the limit of archives, a block of one", async () => {
  const [one, other] = [start(), start()];
  const release = await archive(one, "a");
  await archive(one, "b");
  await expect(archive(one, "c")).rejects.toMatchObject({ code: "too_many_open" });
  await archive(other, "a");
  await expect(archive(other, "b")).rejects.toMatchObject({ code: "too_many_open" });
  release();
  await archive(one, "c");
});

test("archives are limited for all credentials of an organisation, and in a process for all organisations", async () => {
  const only = start();
  const take = (org: number, user: number) =>
    only.acquire("archive", { credential: "key", orgId: `org_${org}`, user: `user_${user}` });
  for (let n = 0; n < 16; n++) await take(Math.floor(n / 4), n);
  await expect(take(0, 17)).rejects.toMatchObject({
    extra: { message: expect.stringMatching("At most 4 archives and exports .* organisation") },
  });
  await expect(take(9, 18)).rejects.toMatchObject({
    extra: { message: expect.stringMatching("At most 16 archives and exports .* process") },
  });
});

test("of one process a limit is exact", async () => {
  const only = start();
  const held = await open(only, 150);
  expect(held).toHaveLength(100);
  held[0]!();
  expect(await open(only, 2)).toHaveLength(1);
});

test("two processes together exceed a limit by one block at most", async () => {
  const [a, b] = [start(), start()];
  const [ofA, ofB] = await Promise.all([open(a, 150), open(b, 150)]);
  expect(ofA.length + ofB.length).toBeGreaterThanOrEqual(100);
  // One at a time they come no further.
  for (let i = 0; i < 40; i++) await open(i % 2 === 0 ? a : b, 1);
  expect(a.taken() + b.taken()).toBeLessThanOrEqual(100 + BLOCK.credential);
});

test("a process that begins when others hold everything opens one block at most", async () => {
  const [a, b, c] = [start(), start(), start()];
  expect(await open(a, 100)).toHaveLength(100);
  for (const late of [b, c]) {
    let opened = 0;
    for (let i = 0; i < 20; i++) opened += (await open(late, 1)).length;
    expect(opened).toBeLessThanOrEqual(BLOCK.credential);
  }
});

test("credentials of an organisation share a limit across processes", async () => {
  const [a, b] = [start(), start()];
  const opened = await Promise.all(
    [a, b].flatMap((process) =>
      ["k1", "k2", "k3", "k4"].map((key) => open(process, 60, key, "org")),
    ),
  );
  const all = opened.flat().length;
  expect(all).toBeGreaterThanOrEqual(200);
  expect(all).toBeLessThanOrEqual(200 + BLOCK.organisation);
});

test("what one process closes, another may open; refusals by old news are none", async () => {
  const [a, b] = [start(), start()];
  const held = await open(a, 100);
  const late = (await open(b, 20)).length;
  for (const free of held) free();
  await a.beat();
  expect((await open(b, 100)).length).toBe(100 - late);
  expect(await rows()).toHaveLength(1);
});

test("below a block nothing is sent, and one statement serves all who wait", async () => {
  const only = start();
  const few = await recordStatements(async () => {
    const held = await open(only, BLOCK.credential, "key", "org");
    for (const free of held) free();
    await only.beat();
  });
  expect(few).toEqual([]);
  const many = await recordStatements(() => open(only, 100, "key", "org"));
  expect(many.length).toBeLessThanOrEqual(100 / BLOCK.credential);
});

test("a process that dies is forgotten within 60 s; one that lives is not", async () => {
  const [dead, alive, other] = [start(), start(), start()];
  await open(dead, 60);
  await open(alive, 40);
  expect((await open(other, 50)).length).toBeLessThanOrEqual(2 * BLOCK.credential);
  await wait(20);
  await Promise.all([alive.beat(), other.beat()]);
  expect(await open(other, 10)).toEqual([]);
  await wait(20);
  await Promise.all([alive.beat(), other.beat()]);
  expect((await open(other, 100)).length + other.taken()).toBeGreaterThan(60);
  expect(alive.taken() + other.taken()).toBeLessThanOrEqual(100 + BLOCK.credential);
});

test("when all is closed nothing stays, also of a process that ends", async () => {
  const [a, b] = [start(), start()];
  const held = await open(a, 50);
  await open(b, 50);
  for (const free of held) free();
  await a.beat();
  expect(a.taken()).toBe(0);
  await b.close();
  expect(await rows()).toEqual([]);
});
