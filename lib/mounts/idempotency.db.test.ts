import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { AppError } from "@/lib/errors";
import type { Services } from "@/lib/services";
import { eventually } from "@/testing/eventually";
import { exchange, openAnother, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import {
  type ApiResponse,
  call,
  contextOf,
  createFilesystem,
  createKey,
  createTenant,
} from "@/testing/tenant";
import { callAs, createTestUser, join } from "@/testing/user";

import { createMountSession } from "./create-mount-session";

let service: TestService;
let other: Services;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  other = await openAnother(service);
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const create = (idempotency_key: string, more: object = {}, key = tenant.key) =>
  call(service, key, "POST", SESSIONS, {
    filesystem_id: fs.id,
    mode: "rw",
    idempotency_key,
    ...more,
  });
const refusal = ({ status, body }: ApiResponse) => [status, body.code ?? body.detail.code];
const CONFLICT = [409, "idempotency_conflict"];
const count = async () =>
  service.services.db.mount_session.count({ where: { filesystem_id: fs.id } });

/** Lets `hours` pass for all idempotency keys. */
const age = (hours: number) =>
  service.services.pool.query(
    "UPDATE idempotency_key SET created_at = created_at - make_interval(hours => $1)",
    [hours],
  );

test("the same key and body answer the same session as it is then, without its ticket", async () => {
  const { body: made } = await create("again");
  const again = await create("again");
  expect(again.status).toBe(201);
  expect(again.body).toEqual({ ...made, ticket: null });
  // The same body in other words: another order, other spaces.
  const text = `{ "mode":"rw",  "idempotency_key":"again", "filesystem_id":"${fs.id}" }`;
  const headers = { "content-type": "application/json" };
  const reworded = await call(service, tenant.key, "POST", SESSIONS, text, headers);
  expect(reworded.body).toEqual(again.body);
  await exchange(service, made.ticket);
  expect((await create("again")).body).toEqual({ ...made, ticket: null, state: "active" });
  await call(service, tenant.key, "DELETE", `${SESSIONS}/${made.id}`);
  expect((await create("again")).body).toEqual({ ...made, ticket: null, state: "ended" });
  expect(await count()).toBe(1);
  const where = { target_id: made.id, action: "mount_session.created" };
  expect(await service.services.db.audit_entry.count({ where })).toBe(1);
});

test("another body is a conflict; another caller or another key is not", async () => {
  const { id } = (await create("mine")).body;
  expect(refusal(await create("mine", { mode: "ro" }))).toEqual(CONFLICT);
  const elsewhere = await createFilesystem(service, tenant);
  expect(refusal(await create("mine", { filesystem_id: elsewhere.id }))).toEqual(CONFLICT);
  const second = await createKey(service.services.db, tenant.orgId);
  const grant = { api_key_id: second.keyId, mode: "rw" };
  await call(service, tenant.key, "PUT", `${fs.base}/grants`, grant);
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
  const body = { filesystem_id: fs.id, mode: "rw", idempotency_key: "mine" };
  const responses = [
    await create("mine", {}, second.key),
    await callAs(service, user, "POST", SESSIONS, body),
    await create("Mine"),
    await create("mine "),
  ];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set([id, ...responses.map((response) => response.body.id)]).size).toBe(5);
});

test("it is forgotten after 24 hours", async () => {
  const { id } = (await create("daily")).body;
  await age(23);
  expect((await create("daily")).body.id).toBe(id);
  expect(refusal(await create("daily", { mode: "ro" }))).toEqual(CONFLICT);
  await age(1);
  const { body } = await create("daily", { mode: "ro" });
  expect(body).toMatchObject({ mode: "ro", ticket: expect.any(String) });
  expect((await create("daily", { mode: "ro" })).body.id).toBe(body.id);
});

test("a request that was refused takes no key, and a repeated one needs the access still", async () => {
  const key = await createKey(service.services.db, tenant.orgId);
  const grant = (mode: string) =>
    call(service, tenant.key, "PUT", `${fs.base}/grants`, { api_key_id: key.keyId, mode });
  expect(refusal(await create("early", {}, key.key))).toEqual([403, "no_grant"]);
  await grant("ro");
  const { body } = await create("early", { mode: "ro" }, key.key);
  expect(body.ticket).not.toBeNull();
  await call(service, tenant.key, "DELETE", `${fs.base}/grants/${key.keyId}`);
  expect(refusal(await create("early", { mode: "ro" }, key.key))).toEqual([403, "no_grant"]);
});

test.each([
  ["255 bytes", "é".repeat(127) + "x", 201],
  ["one byte", "x", 201],
  ["256 bytes", "é".repeat(128), 422],
  ["nothing", "", 422],
  ["a NUL", "a\0b", 422],
  ["half a surrogate pair", "a\ud800", 422],
  ["a number", 7, 422],
])("an idempotency key of %s", async (_, key, status) => {
  expect((await create(key as string)).status).toBe(status);
});

test("while the first request is under way the second is a conflict", async () => {
  const client = new Client({ connectionString: service.services.settings.databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("LOCK TABLE idempotency_key IN SHARE MODE");
    const first = create("slow");
    await eventually("the first request waits", async () => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_locks WHERE NOT granted AND relation = 'idempotency_key'::regclass",
      );
      return rowCount === 1;
    });
    expect(refusal(await create("slow"))).toEqual(CONFLICT);
    await client.query("COMMIT");
    const { status, body } = await first;
    expect(status).toBe(201);
    expect((await create("slow")).body.id).toBe(body.id);
  } finally {
    await client.end();
  }
});

test("of 40 at once in two processes one makes the session", async () => {
  const input = { filesystem_id: fs.id, mode: "rw" as const, idempotency_key: "crowd" };
  const own = contextOf(service, tenant, fs.id);
  const contexts = Array.from({ length: 40 }, (_, i) =>
    i % 2 === 0 ? own : { ...own, services: other },
  );
  const responses = await Promise.all(
    contexts.map((ctx) =>
      createMountSession(ctx, input).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "idempotency_conflict") return null;
        throw error;
      }),
    ),
  );
  const sessions = responses.filter((response) => response !== null);
  expect(sessions.filter(({ ticket }) => ticket !== null)).toHaveLength(1);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
  expect(await count()).toBe(1);
});
