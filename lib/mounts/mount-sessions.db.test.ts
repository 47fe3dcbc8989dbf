import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createApiKey } from "@/lib/auth/api-keys";
import { hashToken } from "@/lib/auth/token";
import { newId } from "@/lib/ids";
import { createMount, exchange, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import {
  type ApiResponse,
  call,
  createFilesystem,
  createKey,
  createTenant,
} from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let stranger: Awaited<ReturnType<typeof createTenant>>;
let member: TestUser;
let admin: TestUser;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  stranger = await createTenant(service);
  [member, admin] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, member.id, "member");
  await join(service, tenant.orgId, admin.id, "admin");
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

const create = (key: string | null, mode: unknown = "rw", more: object = {}) =>
  call(service, key, "POST", SESSIONS, { filesystem_id: fs.id, mode, ...more });
const createAs = (user: TestUser, mode = "rw") =>
  callAs(service, user, "POST", SESSIONS, { filesystem_id: fs.id, mode });
const list = (key: string, query = "") =>
  call(service, key, "GET", `${fs.base}/mount-sessions${query}`);
const revoke = (key: string | null, id: string) =>
  call(service, key, "DELETE", `${SESSIONS}/${id}`);
const seen = ({ body }: ApiResponse) => body.map(({ id }: { id: string }) => id);
const refusal = ({ status, body }: ApiResponse) => [status, body.detail.code];
const sql = async (text: string, values: unknown[] = []) =>
  (await service.services.pool.query(text, values)).rows;
const audited = (id: string) =>
  sql(
    "SELECT action, actor_type, actor_id, org_id FROM audit_entry WHERE target_id = $1 ORDER BY id",
    [id],
  );
const withGrant = async (mode: "ro" | "rw") => {
  const made = await createKey(service.services.db, tenant.orgId, []);
  await call(service, tenant.key, "PUT", `${fs.base}/grants`, { api_key_id: made.keyId, mode });
  return made;
};
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

describe("create", () => {
  test("answers the session and its ticket, which stands nowhere in clear", async () => {
    const { status, body } = await create(tenant.key);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^ms_/),
      filesystem_id: fs.id,
      mode: "rw",
      state: "requested",
      created_by: `key:${tenant.keyId}`,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      ticket: expect.stringMatching(/^tmktk_[0-9A-Za-z]{49}$/),
      ticket_expires_at: expect.any(String),
    });
    expect(seconds(body.created_at, body.expires_at)).toBe(7 * 24 * 60 * 60);
    expect(seconds(body.created_at, body.ticket_expires_at)).toBe(600);
    const [row] = await sql("SELECT * FROM mount_session WHERE id = $1", [body.id]);
    expect(row.ticket_hash).toEqual(hashToken(body.ticket));
    expect(JSON.stringify(row)).not.toContain(body.ticket);
    expect(await audited(body.id)).toEqual([
      {
        action: "mount_session.created",
        actor_type: "key",
        actor_id: tenant.keyId,
        org_id: tenant.orgId,
      },
    ]);
  });

  test("needs access in that mode", async () => {
    const [reader, writer] = [await withGrant("ro"), await withGrant("rw")];
    const ungranted = await createKey(service.services.db, tenant.orgId);
    expect((await create(writer.key, "rw")).status).toBe(201);
    expect((await create(writer.key, "ro")).status).toBe(201);
    expect((await create(reader.key, "ro")).status).toBe(201);
    expect((await createAs(member)).body.created_by).toBe(`user:${member.id}`);
    const before = await sql("SELECT count(*) FROM mount_session");
    expect(refusal(await create(reader.key, "rw"))).toEqual([403, "no_grant"]);
    expect(refusal(await create(ungranted.key, "ro"))).toEqual([403, "no_grant"]);
    expect(refusal(await create(stranger.key, "ro"))).toEqual([404, "not_found"]);
    expect(refusal(await createAs(await createTestUser(service)))).toEqual([404, "not_found"]);
    expect(refusal(await create(null))).toEqual([401, "unauthenticated"]);
    const mount = await createMount(
      service,
      stranger.key,
      (await createFilesystem(service, stranger)).id,
      "rw",
    );
    expect(refusal(await create(mount.password))).toEqual([403, "forbidden"]);
    const body = { filesystem_id: newId("fs"), mode: "ro" };
    expect(refusal(await call(service, tenant.key, "POST", SESSIONS, body))).toEqual([
      404,
      "not_found",
    ]);
    const noOrigin = { cookie: member.cookie };
    const crossed = await call(service, null, "POST", SESSIONS, body, noOrigin);
    expect(refusal(crossed)).toEqual([403, "cross_origin_request"]);
    expect(Number((await sql("SELECT count(*) FROM mount_session"))[0].count)).toBe(
      Number(before[0].count) + 1,
    );
  });

  test("lists every problem of the body", async () => {
    const { status, body } = await call(service, tenant.key, "POST", SESSIONS, {
      filesystem_id: "fs_1",
      mode: "w",
      idempotency_key: "",
      ticket: "x",
    });
    expect(status).toBe(422);
    const problems = body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [
      loc.join("."),
      type,
    ]);
    expect(problems.toSorted()).toEqual([
      ["body.filesystem_id", "string_type"],
      ["body.idempotency_key", "too_small"],
      ["body.mode", "enum"],
      ["body.ticket", "extra_forbidden"],
    ]);
  });

  test("a session never outlives the key that made it, nor does its ticket", async () => {
    const expiresAt = new Date(Date.now() + 5 * 60_000);
    const input = {
      orgId: tenant.orgId,
      name: "short",
      permissions: [],
      expiresAt,
      createdBy: "system:test",
    };
    const made = await createApiKey(service.services.db, "shell", input);
    const grant = { api_key_id: made!.id, mode: "rw" };
    await call(service, tenant.key, "PUT", `${fs.base}/grants`, grant);
    const { body } = await create(made!.key);
    expect([body.expires_at, body.ticket_expires_at]).toEqual(
      Array(2).fill(expiresAt.toISOString()),
    );
    const { body: credential } = await exchange(service, body.ticket);
    expect(credential.credential_expires_at).toBe(expiresAt.toISOString());
  });
});

describe("list", () => {
  test("a key sees its own, a user all; those of another filesystem are not among them", async () => {
    const other = await withGrant("ro");
    const elsewhere = await createFilesystem(service, tenant);
    await call(service, tenant.key, "POST", SESSIONS, { filesystem_id: elsewhere.id, mode: "ro" });
    const ids = [
      (await create(tenant.key)).body.id,
      (await create(other.key, "ro")).body.id,
      (await createAs(member)).body.id,
    ];
    expect(seen(await list(tenant.key))).toEqual([ids[0]]);
    expect(seen(await list(other.key))).toEqual([ids[1]]);
    expect(seen(await callAs(service, member, "GET", `${fs.base}/mount-sessions`))).toEqual(ids);
    const all = `${fs.base}/mount-sessions?ended=true`;
    expect(seen(await callAs(service, admin, "GET", all))).toEqual(ids);
    expect(seen(await list(other.key, "?ended=true"))).toEqual([ids[1]]);
    expect(refusal(await list(stranger.key))).toEqual([404, "not_found"]);
    const mount = await createMount(service, tenant.key, fs.id, "rw");
    expect(refusal(await list(mount.password))).toEqual([403, "forbidden"]);
  });

  test("tells the state, and of an ended one when and why, the first cause alone", async () => {
    const past = (id: string, ...columns: string[]) =>
      sql(
        `UPDATE mount_session SET ${columns.map((name, i) => `${name} = now() - interval '${i + 1} minutes'`).join(", ")} WHERE id = $1`,
        [id],
      );
    const requested = (await create(tenant.key)).body;
    const active = await createMount(service, tenant.key, fs.id, "rw");
    const expected: [string, string][] = [];
    const add = (id: string, reason: string) => void expected.push([id, reason]);
    const lateTicket = (await create(tenant.key)).body.id;
    await past(lateTicket, "ticket_expires_at");
    add(lateTicket, "ticket_expired");
    const lateCredential = (await createMount(service, tenant.key, fs.id, "rw")).id;
    await past(lateCredential, "credential_expires_at");
    add(lateCredential, "credential_expired");
    const old = (await createMount(service, tenant.key, fs.id, "rw")).id;
    await past(old, "expires_at");
    add(old, "expired");
    const oldest = (await createMount(service, tenant.key, fs.id, "rw")).id;
    await sql(
      "UPDATE mount_session SET expires_at = now(), credential_expires_at = now() WHERE id = $1",
      [oldest],
    );
    add(oldest, "expired");
    const revoked = (await createMount(service, tenant.key, fs.id, "rw")).id;
    await revoke(tenant.key, revoked);
    await past(revoked, "credential_expires_at");
    await sql("UPDATE mount_session SET stopped_at = now() - interval '1 hour' WHERE id = $1", [
      revoked,
    ]);
    add(revoked, "revoked");
    const { body: live } = await list(tenant.key);
    expect(live).toEqual([
      expect.objectContaining({
        id: requested.id,
        state: "requested",
        ticket_expires_at: requested.ticket_expires_at,
        ended_at: null,
        ended_reason: null,
      }),
      expect.objectContaining({
        id: active.id,
        state: "active",
        ended_at: null,
        ended_reason: null,
      }),
    ]);
    const { body: all } = await list(tenant.key, "?ended=true");
    const { name } = await service.services.db.api_key.findUniqueOrThrow({
      where: { id: tenant.keyId },
    });
    expect(all[0]).toMatchObject({ created_by: `key:${tenant.keyId}`, created_by_name: name });
    const ended = all.filter(({ state }: { state: string }) => state === "ended");
    type Item = { id: string; ended_reason: string; ended_at: string };
    expect(ended.map(({ id, ended_reason }: Item) => [id, ended_reason])).toEqual(expected);
    for (const { ended_at } of ended) expect(Date.parse(ended_at)).toBeLessThanOrEqual(Date.now());
    expect(Object.keys(all[0]).toSorted().join()).toBe(
      "address,bytes_read,bytes_written,client,created_at,created_by,created_by_name,ended_at,ended_reason,expires_at,filesystem_id,id,last_active_at,machine,mode,state,ticket_expires_at",
    );
  });

  test("pages by id", async () => {
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await create(tenant.key)).body.id);
    const first = await list(tenant.key, "?limit=2");
    expect(seen(first)).toEqual(ids.slice(0, 2));
    const next = /<(.+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const rest = await call(
      service,
      tenant.key,
      "GET",
      new URL(next).pathname + new URL(next).search,
    );
    expect(seen(rest)).toEqual(ids.slice(2));
    expect(rest.headers.get("link")).toBeNull();
    expect((await list(tenant.key, "?ended=yes")).status).toBe(422);
  });
});

describe("revoke", () => {
  test("creator, admin and owner may, and again is 204 without a second entry", async () => {
    const owner = await createTestUser(service);
    await join(service, tenant.orgId, owner.id, "owner");
    const asUser = (user: TestUser) => (id: string) =>
      callAs(service, user, "DELETE", `${SESSIONS}/${id}`);
    const byKey = (id: string) => revoke(tenant.key, id);
    for (const end of [byKey, asUser(admin), asUser(owner)]) {
      const { id, password } = await createMount(service, tenant.key, fs.id, "rw");
      expect((await call(service, password, "GET", `${fs.base}/entries?path=/`)).status).toBe(200);
      expect((await end(id)).status).toBe(204);
      expect((await end(id)).status).toBe(204);
      expect(refusal(await call(service, password, "GET", `${fs.base}/entries?path=/`))).toEqual([
        401,
        "unauthenticated",
      ]);
      const actions = (await audited(id)).map(({ action }) => action);
      expect(actions).toEqual(
        ["created", "exchanged", "revoked"].map((verb) => `mount_session.${verb}`),
      );
    }
    const own = (await createAs(member)).body.id;
    expect((await asUser(member)(own)).status).toBe(204);
  });

  test("everybody else is refused, and nothing ends", async () => {
    const { id, password } = await createMount(service, tenant.key, fs.id, "rw");
    const other = await withGrant("rw");
    const asMember = callAs(service, member, "DELETE", `${SESSIONS}/${id}`);
    expect(refusal(await asMember)).toEqual([403, "forbidden"]);
    expect(refusal(await revoke(other.key, id))).toEqual([403, "forbidden"]);
    expect(refusal(await revoke(password, id))).toEqual([403, "forbidden"]);
    expect(refusal(await revoke(stranger.key, id))).toEqual([404, "not_found"]);
    const outsider = await createTestUser(service);
    const asOutsider = callAs(service, outsider, "DELETE", `${SESSIONS}/${id}`);
    expect(refusal(await asOutsider)).toEqual([404, "not_found"]);
    expect(refusal(await revoke(null, id))).toEqual([401, "unauthenticated"]);
    for (const unknown of [newId("ms"), "ms_1", "%00", fs.id])
      expect(refusal(await revoke(tenant.key, unknown))).toEqual([404, "not_found"]);
    expect((await list(tenant.key)).body).toMatchObject([{ id, state: "active" }]);
  });
});
