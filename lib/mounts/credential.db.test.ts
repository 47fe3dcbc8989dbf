import { readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { newToken } from "@/lib/auth/token";
import { newId } from "@/lib/ids";
import { readEvents } from "@/testing/event-stream";
import { eventually } from "@/testing/eventually";
import { createMount, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { type ApiResponse, call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let mount: Awaited<ReturnType<typeof createMount>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
  mount = await createMount(service, tenant.key, fs.id, "rw");
});
afterAll(() => service.close());

type Request = readonly [method: string, route: string, body?: string | object];
const READS: Request[] = [
  ["GET", "/files?path=/f"],
  ["HEAD", "/files?path=/f"],
  ["GET", "/files:stat?path=/f"],
  ["GET", "/entries?path=/"],
  ["GET", "/changes?cursor=0"],
  ["GET", "/usage"],
];
const WRITES: Request[] = [
  ["PUT", "/files?path=/f", "x"],
  ["PATCH", "/files?path=/f", { mode: "0600" }],
  ["POST", "/directories", { path: "/d" }],
  ["POST", "/files:copy", { from: "/f", to: "/g" }],
  ["POST", "/files:link", { target: "/f", path: "/l" }],
  ["POST", "/files:symlink", { target: "f", path: "/s" }],
  ["POST", "/files:move", { from: "/g", to: "/h" }],
  ["POST", "/files:batch", { changes: [{ op: "mkdir", path: "/e" }] }],
  ["DELETE", "/files?path=/h"],
];
const as = (password: string, [method, route, body]: Request, base = fs.base) =>
  call(service, password, method, base + route, body);
const refusal = ({ status, body }: ApiResponse) => [status, body.detail.code];
const revoke = (id = mount.id) => call(service, tenant.key, "DELETE", `${SESSIONS}/${id}`);
const renew = (password: string, id = mount.id) =>
  call(service, password, "POST", `${SESSIONS}/${id}:renew`);
const update = (columns: string) =>
  service.services.pool.query(`UPDATE mount_session SET ${columns} WHERE id = $1`, [mount.id]);

describe("as a Bearer", () => {
  test("rw reads and writes its filesystem, and its changes come from a mount", async () => {
    for (const request of [...WRITES, ...READS])
      expect(
        (await as(mount.password, request)).status,
        `${request[0]} ${request[1]}`,
      ).toBeLessThan(300);
    await as(tenant.key, ["PUT", "/files?path=/api", "x"]);
    const rows = await service.services.db.change.findMany({
      where: { filesystem_id: fs.id },
      orderBy: { cursor: "asc" },
    });
    const origins = rows.map((row) => [row.path === "/api", row.origin]);
    expect(origins).toHaveLength(11);
    expect(new Set(origins.map(([, origin]) => origin))).toEqual(new Set(["mount", "api"]));
    expect(origins.filter(([byKey, origin]) => byKey !== (origin === "api"))).toEqual([]);
  });

  test("ro reads and changes nothing", async () => {
    await as(tenant.key, ["PUT", "/files?path=/f", "x"]);
    const { password } = await createMount(service, tenant.key, fs.id, "ro");
    for (const request of READS) expect((await as(password, request)).status).toBe(200);
    for (const request of WRITES)
      expect(refusal(await as(password, request))).toEqual([403, "no_grant"]);
    const { head } = await service.services.db.filesystem.findUniqueOrThrow({
      where: { id: fs.id },
    });
    expect(head).toBe(1n);
  });

  test("no other filesystem, of its organisation or another", async () => {
    const sibling = await createFilesystem(service, tenant);
    const stranger = await createTenant(service);
    const foreign = await createFilesystem(service, stranger);
    for (const request of [...READS.filter(([method]) => method !== "HEAD"), ...WRITES]) {
      expect(refusal(await as(mount.password, request, sibling.base))).toEqual([403, "no_grant"]);
      expect(refusal(await as(mount.password, request, foreign.base))).toEqual([404, "not_found"]);
      const mixed = foreign.base.replace(stranger.orgId, tenant.orgId);
      expect(refusal(await as(mount.password, request, mixed))).toEqual([404, "not_found"]);
    }
  });

  test("nothing is managed with it", async () => {
    const org = `/api/v1/orgs/${tenant.orgId}`;
    const requests: Request[] = [
      ["GET", "/api/v1/me"],
      ["GET", `${org}/filesystems`],
      ["POST", `${org}/filesystems`, { name: "x" }],
      ["GET", fs.base],
      ["GET", `${fs.base}/usage/history`],
      ["GET", `${fs.base}/grants`],
      ["PUT", `${fs.base}/grants`, { api_key_id: tenant.keyId, mode: "rw" }],
      ["GET", `${fs.base}/webhooks`],
      ["POST", `${fs.base}/webhooks`, { url: "https://example.com/" }],
      ["GET", `${fs.base}/mount-sessions`],
      ["POST", SESSIONS, { filesystem_id: fs.id, mode: "ro" }],
      ["DELETE", `${SESSIONS}/${mount.id}`],
    ];
    for (const request of requests)
      expect(refusal(await as(mount.password, request, ""))).toEqual([403, "forbidden"]);
  });

  test("ends after an hour without renewal", async () => {
    await update("credential_expires_at = now()");
    expect(refusal(await as(mount.password, READS[3]!))).toEqual([401, "unauthenticated"]);
    expect(refusal(await renew(mount.password))).toEqual([409, "session_not_active"]);
    const all = await call(service, tenant.key, "GET", `${fs.base}/mount-sessions?ended=true`);
    expect(all.body).toMatchObject([{ state: "ended", ended_reason: "credential_expired" }]);
  });
});

describe("renew", () => {
  test("gives a later expiry, with the same password", async () => {
    await update("credential_expires_at = now() + interval '1 minute'");
    const { status, body } = await renew(mount.password);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["session_id", "credential_expires_at", "expires_at"]);
    expect((Date.parse(body.credential_expires_at) - Date.now()) / 60_000).toBeCloseTo(60, 0);
    const again = await renew(mount.password);
    expect(again.body.credential_expires_at >= body.credential_expires_at).toBe(true);
    expect((await as(mount.password, READS[3]!)).status).toBe(200);
  });

  test("never past the end of the session", async () => {
    await update("expires_at = now() + interval '10 minutes'");
    const { body } = await renew(mount.password);
    expect(body.credential_expires_at).toBe(body.expires_at);
    await update("expires_at = now()");
    expect(refusal(await renew(mount.password))).toEqual([409, "session_not_active"]);
  });

  test("only its own session, only with its own credential", async () => {
    const other = await createMount(service, tenant.key, fs.id, "rw");
    for (const id of [other.id, newId("ms"), "ms_1"])
      expect(refusal(await renew(mount.password, id))).toEqual([404, "not_found"]);
    expect(refusal(await renew(tenant.key))).toEqual([403, "forbidden"]);
    for (const bearer of [newToken("tmkmp_"), mount.ticket, mount.id])
      expect(refusal(await renew(bearer))).toEqual([401, "unauthenticated"]);
    expect((await revoke()).status).toBe(204);
    const ended = await service.services.db.audit_entry.findFirst({
      where: { target_id: mount.id, action: "mount_session.revoked" },
    });
    expect(ended?.details).toEqual({ filesystem_id: fs.id });
    expect(refusal(await renew(mount.password))).toEqual([409, "session_not_active"]);
    expect(refusal(await renew(mount.password, other.id))).toEqual([404, "not_found"]);
  });

  test("never brings back a session that is revoked at the same moment", async () => {
    for (let round = 0; round < 20; round++) {
      const { id, password } = await createMount(service, tenant.key, fs.id, "ro");
      const [renewed] = await Promise.all([renew(password, id), revoke(id)]);
      expect([200, 409]).toContain(renewed.status);
      expect((await as(password, READS[3]!)).status).toBe(401);
    }
  });
});

describe("revoked meanwhile", () => {
  test("a stream says so and ends within 5 s", async () => {
    const stream = await fetch(`${service.url}${fs.base}/changes?cursor=0`, {
      headers: { authorization: `Bearer ${mount.password}`, accept: "text/event-stream" },
    });
    let revokedAt = 0;
    const seen = [];
    for await (const frame of readEvents(stream)) {
      seen.push(frame.event);
      if (revokedAt === 0) {
        await revoke();
        revokedAt = performance.now();
      } else expect(frame).toMatchObject({ event: "end", data: { code: "unauthenticated" } });
    }
    expect(seen).toEqual(["heartbeat", "end"]);
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
  });

  test("a long poll is refused within 5 s", async () => {
    const joined = vi.spyOn(service.services.heads, "join");
    const poll = as(mount.password, ["GET", "/changes?cursor=0&wait=30"]);
    await eventually("the poll waits", () => joined.mock.calls.length === 1);
    await revoke();
    const revokedAt = performance.now();
    expect(refusal(await poll)).toEqual([401, "unauthenticated"]);
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
  });

  test("an upload does not commit", async () => {
    const before = blobFiles().length;
    const route = `${service.url}${fs.base}/files?path=/late`;
    const headers = { authorization: `Bearer ${mount.password}` };
    const upload = http.request(route, { method: "PUT", headers });
    const status = new Promise((resolve, reject) => {
      upload
        .on("response", (response) => resolve(response.resume().statusCode))
        .on("error", reject);
    });
    upload.write("half of ");
    await eventually("the upload has begun", () => blobFiles().length > before);
    await revoke();
    upload.end("the content");
    expect(await status).toBe(403);
    const { head } = await service.services.db.filesystem.findUniqueOrThrow({
      where: { id: fs.id },
    });
    expect(head).toBe(0n);
  });
});

function blobFiles(): string[] {
  const directory = path.join(service.services.settings.dataDir, "blobs");
  return readdirSync(directory, { recursive: true, encoding: "utf8" });
}
