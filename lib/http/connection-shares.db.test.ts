import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { codeOf } from "./problem";

// As many connections as a process has.
const FILESYSTEMS = 20;
const SHARE = 10;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test("an organisation whose writes all wait leaves connections for others", async () => {
  const { pool } = service.services;
  const [busy, other] = await Promise.all([createTenant(service), createTenant(service)]);
  const filesystems = await Promise.all(
    Array.from({ length: FILESYSTEMS }, () => createFilesystem(service, busy)),
  );
  const { base } = await createFilesystem(service, other);
  const holder = await pool.connect();
  const blocked = async () =>
    (await pool.query("SELECT FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"))
      .rowCount;
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM filesystem WHERE org_id = $1 FOR UPDATE", [busy.orgId]);
    const writes = Promise.all(
      filesystems.map((one) => call(service, busy.key, "PUT", `${one.base}/files?path=/f`, "x")),
    );
    await eventually("its share to be in use", async () => (await blocked()) === SHARE);
    const written = await call(service, other.key, "PUT", `${base}/files?path=/f`, "x");
    expect(written.status).toBe(201);
    expect(await blocked()).toBe(SHARE);
    await holder.query("COMMIT");
    const statuses = (await writes).map(({ status }) => status);
    expect(statuses).toEqual(filesystems.map(() => 201));
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
});

test("the streams of an organisation take its share and no more", async () => {
  const { pool } = service.services;
  const [busy, other] = await Promise.all([createTenant(service), createTenant(service)]);
  const { base, id } = await createFilesystem(service, busy);
  const left = new AbortController();
  const headers = { authorization: `Bearer ${busy.key}`, accept: "text/event-stream" };
  // Each reads other pages, and goes on once the client has taken what came before.
  for (let i = 0; i < 30; i++) {
    const url = `${service.url}${base}/changes?path_prefix=/p${i}`;
    const { body } = await fetch(url, { headers, signal: left.signal });
    body?.pipeTo(new WritableStream()).catch(() => undefined);
  }
  const holder = await pool.connect();
  const blocked = async () =>
    (
      await holder.query(
        "SELECT FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0",
      )
    ).rowCount;
  try {
    await call(service, busy.key, "PUT", `${base}/files?path=/first`, "x");
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE change IN ACCESS EXCLUSIVE MODE");
    await pool.query("UPDATE filesystem SET head = head + 1, undispatched = true WHERE id = $1", [
      id,
    ]);
    await eventually("its share to be in use", async () => ((await blocked()) ?? 0) >= SHARE);
    expect((await call(service, other.key, "GET", "/api/v1/me")).status).toBe(200);
    expect(await blocked()).toBe(SHARE);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
    left.abort();
  }
});

test("a statement that takes minutes is ended, and its request may be repeated", async () => {
  const { db, pool } = service.services;
  const { rows } = await pool.query<{ statement_timeout: string }>("SHOW statement_timeout");
  expect(rows).toEqual([{ statement_timeout: "5min" }]);
  const ended = db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = 1`;
    await tx.$executeRaw`SELECT pg_sleep(60)`;
  });
  expect(await ended.catch(codeOf)).toBe("unavailable");
});
