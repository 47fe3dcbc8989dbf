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
