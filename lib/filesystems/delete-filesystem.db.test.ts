import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { reconcile } from "@/lib/delivery/reconciler";
import { newId } from "@/lib/ids";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import {
  type ApiResponse,
  call,
  createFilesystem,
  createKey,
  createTenant,
} from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { purgeDeletedFilesystems } from "./purge-deleted-filesystems";

let d: Delivering;
let owner: TestUser;
beforeAll(async () => {
  d = await startDelivering();
  owner = await createTestUser(d.service);
  await join(d.service, d.tenant.orgId, owner.id, "owner");
});
afterAll(() => d.close());
beforeEach(() => {
  d.respond = () => ({ status: 200 });
});

const FIRST = "the first bytes of an upload";
const statuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const remove = (base: string) => callAs(d.service, owner, "DELETE", base);
const rows = async (statement: string, ...values: unknown[]) =>
  (await d.service.services.pool.query(statement, values)).rows;

/** How many rows of each table name the filesystem. */
async function countRows(id: string): Promise<Record<string, number>> {
  const tables = ["node", "dirent", "trash_item", "change", "deleted_filesystem"];
  const [count] = await rows(
    `SELECT ${[...tables, "filesystem_grant", "webhook", "mount_session", "usage_day"]
      .map((name) => `(SELECT count(*)::int FROM ${name} WHERE filesystem_id = $1) AS ${name}`)
      .join(", ")}`,
    id,
  );
  return count;
}

/** Puts so many files into a filesystem past the API, with a change of each. */
async function fill(id: string, files: number): Promise<void> {
  await rows(
    `WITH top AS (SELECT root_id FROM filesystem WHERE id = $1),
      f AS (SELECT i, nextval('node_id') AS id FROM generate_series(1, $2::int) i),
      n AS (INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, blob_hash)
        SELECT $1, f.id, 'file', 420, now(), '"e3b0c44298fc1c149afbf4c8996fb924"', sha256('') FROM f),
      e AS (INSERT INTO dirent SELECT $1, top.root_id, 'f' || f.i, f.id FROM f, top),
      c AS (INSERT INTO change (filesystem_id, cursor, kind, path) SELECT $1, f.i, 'created', '/f' || f.i FROM f)
    UPDATE filesystem SET head = $2, dispatched_cursor = $2, entries = $2 WHERE id = $1`,
    id,
    files,
  );
}

test("only an owner or an admin deletes; everything is gone at once, the rest by the sweep", async () => {
  const hook = await createHook(d);
  await hook.put("/a/b");
  await hook.put("/trashed");
  await call(d.service, d.tenant.key, "DELETE", `${hook.fs.base}/files?path=/trashed`);
  await d.service.services.usage.flush();
  const { id, base } = hook.fs;
  await rows(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
    VALUES ($1, $2, $3, 'ro', 'system:test', now() + '1 h', '\\x01', now() + '1 h')`,
    newId("ms"),
    d.tenant.orgId,
    id,
  );
  const other = await createFilesystem(d.service, d.tenant);
  const kept = await countRows(other.id);
  const [admin, member] = [await createTestUser(d.service), await createTestUser(d.service)];
  await join(d.service, d.tenant.orgId, admin.id, "admin");
  await join(d.service, d.tenant.orgId, member.id, "member");
  const stranger = await createTenant(d.service);

  expect(await call(d.service, d.tenant.key, "DELETE", base)).toMatchObject(
    refusal(403, "api_key_forbidden"),
  );
  expect(await call(d.service, stranger.key, "DELETE", base)).toMatchObject(
    refusal(404, "not_found"),
  );
  expect(await callAs(d.service, member, "DELETE", base)).toMatchObject(refusal(403, "forbidden"));
  expect(Object.values(await countRows(id))).toEqual([4, 3, 1, 4, 0, 2, 1, 1, 1]);

  expect((await callAs(d.service, admin, "DELETE", base)).status).toBe(204);
  for (const [method, route] of [
    ["GET", ""],
    ["GET", "/files?path=/a/b"],
    ["GET", "/changes"],
    ["GET", "/webhooks"],
    ["PUT", "/files?path=/c"],
    ["DELETE", ""],
  ] as const)
    expect(await callAs(d.service, admin, method, base + route)).toMatchObject(
      refusal(404, "not_found"),
    );
  expect(Object.values(await countRows(id))).toEqual([4, 3, 1, 4, 1, 0, 0, 0, 0]);

  const { db } = d.service.services;
  expect(await purgeDeletedFilesystems(db, { rows: 4, batch: 2 })).toMatchObject({ more: true });
  expect(await purgeDeletedFilesystems(db)).toMatchObject({ more: false });
  expect(new Set(Object.values(await countRows(id)))).toEqual(new Set([0]));
  expect(await countRows(other.id)).toEqual(kept);
  const entry = await db.audit_entry.findFirst({
    where: { target_id: id },
    orderBy: { id: "desc" },
  });
  expect(entry).toMatchObject({
    org_id: d.tenant.orgId,
    actor_id: admin.id,
    action: "filesystem.deleted",
  });
});

test("an upload that ends after the deletion leaves nothing", async () => {
  const { id, base } = await createFilesystem(d.service, d.tenant);
  const upload = request(`${d.service.url}${base}/files?path=/late`, {
    method: "PUT",
    headers: { authorization: `Bearer ${d.tenant.key}`, "transfer-encoding": "chunked" },
  });
  const answered = once(upload, "response");
  upload.write(FIRST);
  const { dataDir } = d.service.services.settings;
  await eventually("the upload's first bytes on the disk", async () => {
    const names = await readdir(dataDir, { recursive: true });
    const files = await Promise.all(names.map((name) => stat(path.join(dataDir, name))));
    return files.some((file) => file.isFile() && file.size === FIRST.length);
  });
  expect((await remove(base)).status).toBe(204);
  upload.end();
  const [response]: IncomingMessage[] = await answered;
  expect(response?.statusCode).toBe(404);
  response?.resume();
  expect(await countRows(id)).toMatchObject({ dirent: 0, change: 0 });
});

test("deleting 100,000 entries leaves them to the sweep, which takes them in steps", async () => {
  const { id, base } = await createFilesystem(d.service, d.tenant);
  await fill(id, 100_000);
  expect((await remove(base)).status).toBe(204);
  const { db } = d.service.services;
  expect(await countRows(id)).toMatchObject({ node: 100_001, dirent: 100_000, change: 100_000 });
  for (let more = true; more;) ({ more } = await purgeDeletedFilesystems(db));
  expect(await countRows(id)).toMatchObject({ node: 0, dirent: 0, change: 0 });
});

/** Someone else's transaction, as a webhook is created: first what its creator's access rests on, then the filesystem. */
async function begin(id: string) {
  const { services } = d.service;
  const client = await services.pool.connect();
  await client.query("BEGIN");
  const [backend] = (await client.query("SELECT pg_backend_pid() AS pid")).rows;
  return {
    pid: Number(backend.pid),
    holdAccess: (keyId: string) =>
      client.query("SELECT credential_hold($1, $2, $3)", [keyId, d.tenant.orgId, id]),
    write: () => client.query("UPDATE filesystem SET undispatched = true WHERE id = $1", [id]),
    query: (statement: string, values: unknown[]) => client.query(statement, values),
    async commit() {
      await client.query("COMMIT");
      client.release();
    },
  };
}

/** Waits until the deletion waits for this transaction. */
const waitsFor = ({ pid }: { pid: number }) =>
  eventually("the deletion to wait", async () => {
    const [{ n }] = await rows(
      `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE query LIKE '%filesystem_delete(%' AND $1::int = ANY (pg_blocking_pids(pid))`,
      pid,
    );
    return n === 1;
  });

test("waits for who holds a grant without holding the filesystem against them", async () => {
  const { id, base } = await createFilesystem(d.service, d.tenant);
  const creator = await begin(id);
  await creator.holdAccess(d.tenant.keyId);
  const deleted = remove(base);
  await waitsFor(creator);
  await creator.write();
  await creator.commit();
  expect((await deleted).status).toBe(204);
});

test("lets go of the filesystem for a grant that was set while it waited", async () => {
  const { id, base } = await createFilesystem(d.service, d.tenant);
  const late = await createKey(d.service.services.db, d.tenant.orgId);
  const [writer, creator] = [await begin(id), await begin(id)];
  await writer.write();
  const deleted = remove(base);
  await waitsFor(writer);
  await rows(
    "INSERT INTO filesystem_grant (api_key_id, filesystem_id, mode, created_by) VALUES ($1, $2, 'rw', 'system:test')",
    late.keyId,
    id,
  );
  await creator.holdAccess(late.keyId);
  await writer.commit();
  await waitsFor(creator);
  await creator.write();
  await creator.commit();
  expect((await deleted).status).toBe(204);
  expect(await countRows(id)).toMatchObject({ filesystem_grant: 0 });
});

test("begins again when it met who takes deliveries in another order", async () => {
  const hook = await createHook(d);
  d.respond = () => ({ status: 500 });
  await drain(d.service.services, hook.id);
  const pruning = await begin(hook.fs.id);
  await pruning.query("DELETE FROM delivery WHERE webhook_id = $1", [hook.id]);
  const deleted = remove(hook.fs.base);
  await waitsFor(pruning);
  await pruning.query("DELETE FROM message WHERE webhook_id = $1", [hook.id]);
  await pruning.commit();
  expect((await deleted).status).toBe(204);
});

async function countDeadlocks(): Promise<number> {
  await rows("SELECT pg_stat_force_next_flush()");
  const [{ n }] = await rows(
    "SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return n;
}

test("amid deliveries, grants, new webhooks and writes it neither deadlocks nor lets an attempt start after", async () => {
  const { services } = d.service;
  const deadlocks = await countDeadlocks();
  for (let round = 0; round < 6; round++) {
    d.respond = ({ body }) => ({ status: body.length % 2 === 0 ? 200 : 500 });
    const hook = await createHook(d);
    const { base } = hook.fs;
    const more = await createKey(services.db, d.tenant.orgId);
    const ending = new AbortController();
    const seen: number[] = [];
    const busy = async (act: () => Promise<{ status: number } | number | null | void>) => {
      while (!ending.signal.aborted) {
        const response = await act();
        await nextTurn();
        if (typeof response === "object" && response !== null) seen.push(response.status);
      }
    };
    const asKey = (key: string, method: string, route: string, body?: object | string) =>
      call(d.service, key, method, base + route, body);
    const settled = Promise.all([
      busy(() => asKey(d.tenant.key, "PUT", `/files?path=/f`, "x")),
      busy(() => reconcile(services)),
      busy(async () => {
        await skipWaits(d, hook.id);
        await drain(services, hook.id);
      }),
      busy(() => asKey(d.tenant.key, "PUT", "/grants", { api_key_id: more.keyId, mode: "rw" })),
      busy(() =>
        asKey(more.key, "POST", "/webhooks", { url: `https://receiver.test${hook.path}` }),
      ),
      busy(() => asKey(d.tenant.key, "DELETE", `/grants/${more.keyId}`)),
      busy(() => asKey(hook.creator.key, "POST", `/webhooks/${hook.id}:retry-now`)),
      busy(() => callAs(d.service, owner, "PATCH", base, { name: "renamed" })),
      busy(() => services.usage.flush()),
    ]);
    let responses: ApiResponse[] = [];
    try {
      await eventually("deliveries under way", () => hook.received().length >= 2);
      responses = await Promise.all([remove(base), remove(base)]);
    } finally {
      ending.abort();
    }
    const started = hook.received().length;
    await settled;
    expect(statuses(responses)).toEqual([204, 404]);
    expect(seen.filter((status) => status >= 500)).toEqual([]);
    // One whose lease was taken before the commit may still have been on its way.
    for (let n = 0; n < 5; n++) expect(await drain(services, hook.id)).toBeNull();
    expect(hook.received().length - started).toBeLessThanOrEqual(1);
  }
  expect(await countDeadlocks()).toBe(deadlocks);
});
