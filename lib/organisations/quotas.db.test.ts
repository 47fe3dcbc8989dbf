import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { setOrganisationQuota } from "./set-quota";

const ENTRIES = 40;
const BYTES = 1_000;

let service: TestService;
beforeAll(async () => {
  const quotas = { ORGANISATION_ENTRY_QUOTA: `${ENTRIES}`, ORGANISATION_BYTE_QUOTA: `${BYTES}` };
  const own = { FILESYSTEM_ENTRY_QUOTA: "35", FILESYSTEM_BYTE_QUOTA: "900" };
  service = await startTestService({ env: { ...quotas, ...own } });
});
afterAll(() => service.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;

async function openOrganisation(filesystems: number) {
  const tenant = await createTenant(service);
  const locations = [];
  for (let n = 0; n < filesystems; n++) locations.push(await createFilesystem(service, tenant));
  return { tenant, bases: locations.map(({ base }) => base), ids: locations.map(({ id }) => id) };
}
async function send(tenant: Tenant, method: string, route: string, body?: object | string) {
  const response = await call(service, tenant.key, method, route, body);
  return response.status < 300 ? "done" : String(response.body.detail.code);
}
const put = (tenant: Tenant, base: string, path: string, content = "") =>
  send(tenant, "PUT", `${base}/files?path=${path}`, content);
const used = async ({ orgId }: Tenant) => {
  const { rows } = await service.services.pool.query(
    `SELECT sum(entries)::int AS entries, sum(retained_bytes)::int AS bytes,
       sum(greatest(entries, entry_allowance))::int AS allowed FROM filesystem WHERE org_id = $1`,
    [orgId],
  );
  return rows[0] as { entries: number; bytes: number; allowed: number };
};

test("a new filesystem has the quotas of the settings, and they hold", async () => {
  const { tenant, bases } = await openOrganisation(1);
  const { body } = await call(service, tenant.key, "GET", bases[0]!);
  expect(body).toMatchObject({ byte_quota: 900, entry_quota: 35 });
  expect(await put(tenant, bases[0]!, "/f", "x".repeat(901))).toBe("byte_quota_exceeded");
});

test("writers of several filesystems at once stop exactly at the organisation's quota", async () => {
  const { tenant, bases, ids } = await openOrganisation(4);
  const other = await openOrganisation(1);
  const codes: string[] = [];
  const write = async (n: number) => {
    const base = bases[n % 4]!;
    const route = n % 8 < 4 ? `${base}/files?path=/f${n}` : `${base}/directories`;
    const isFile = n % 8 < 4;
    codes.push(
      await send(tenant, isFile ? "PUT" : "POST", route, isFile ? "" : { path: `/d${n}` }),
    );
  };
  // What is below needs a file in each; of those that come together, any may be refused while the rest is being written.
  for (let n = 0; n < 4; n++) await write(n);
  await Promise.all(Array.from({ length: 96 }, (_, n) => write(n + 4)));
  // What was being written kept its allowance; when all is quiet, the rest can be used to the last entry.
  for (let n = 100; n < 100 + ENTRIES; n++) await write(n);
  const { entries, allowed } = await used(tenant);
  expect([entries, allowed]).toEqual([ENTRIES, ENTRIES]);
  expect(new Set(codes)).toEqual(new Set(["done", "organisation_entry_quota_exceeded"]));
  expect(codes.filter((code) => code === "done")).toHaveLength(ENTRIES);
  const symlink = { path: "/s", target: "x" };
  for (const [route, body] of [
    ["files:symlink", symlink],
    ["files:copy", { from: "/f0", to: "/g" }],
    ["files:move", { from: "/f0", to: "/new/f0", parents: true }],
  ] as const)
    expect(await send(tenant, "POST", `${bases[0]}/${route}`, body)).toBe(
      "organisation_entry_quota_exceeded",
    );
  // Another organisation notices nothing, and what is deleted in one filesystem can be used in the next.
  expect(await put(other.tenant, other.bases[0]!, "/f")).toBe("done");
  expect(await send(tenant, "DELETE", `${bases[0]}/files?path=/f0`)).toBe("done");
  expect(await put(tenant, bases[1]!, "/room")).toBe("done");
  expect(await put(tenant, bases[2]!, "/none")).toBe("organisation_entry_quota_exceeded");
  await service.services.db.filesystem.delete({ where: { id: ids[3]! } });
  expect(await put(tenant, bases[2]!, "/again")).toBe("done");
});

const put600 = (id: string | undefined) => ({
  text: `SELECT code FROM entry_write($1, '/f', false, NULL, '"e"', 600, '', NULL, NULL, 'api')`,
  values: [id],
});

test("a write waits for one under way in another filesystem, and counts what that has taken", async () => {
  const { ids } = await openOrganisation(2);
  const { pool } = service.services;
  const first = await pool.connect();
  try {
    await first.query("BEGIN");
    expect((await first.query(put600(ids[0]))).rows).toEqual([{ code: null }]);
    const second = pool.query(put600(ids[1]));
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await eventually("the second waits", async () => (await pool.query(waiting)).rows.length > 0);
    await first.query("COMMIT");
    expect((await second).rows).toEqual([{ code: "organisation_byte_quota_exceeded" }]);
  } finally {
    first.release();
  }
});

test("bytes count alike, also those that replace others, and refused ones leave nothing", async () => {
  const { tenant, bases } = await openOrganisation(3);
  const [first = "", second = "", third = ""] = bases;
  expect(await put(tenant, first, "/f", "x".repeat(600))).toBe("done");
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      put(tenant, [second, third][n % 2]!, `/${n}`, "x".repeat(90)),
    ),
  );
  expect(codes.filter((code) => code === "done").length).toBeLessThanOrEqual(4);
  while (
    (await put(tenant, second, `/more-${(await used(tenant)).bytes}`, "x".repeat(20))) === "done"
  );
  const { bytes } = await used(tenant);
  expect(bytes).toBeLessThanOrEqual(BYTES);
  expect(bytes).toBeGreaterThan(BYTES - 20);
  const bigger = await put(tenant, first, "/f", "x".repeat(700));
  expect(bigger).toBe("organisation_byte_quota_exceeded");
  const copy = await send(tenant, "POST", `${first}/files:copy`, { from: "/f", to: "/g" });
  expect(copy).toBe("byte_quota_exceeded");
  expect((await used(tenant)).bytes).toBe(bytes);
  expect(await put(tenant, first, "/f", "x".repeat(500))).toBe("done");
  expect(await put(tenant, third, "/last", "x".repeat(100))).toBe("done");
});

test("the operator sets, lowers and lifts the quota of an organisation", async () => {
  const { db } = service.services;
  const { tenant, bases } = await openOrganisation(2);
  for (const n of [1, 2, 3]) expect(await put(tenant, bases[0]!, `/${n}`)).toBe("done");
  const set = (entries: bigint | null) => setOrganisationQuota(db, tenant.orgId, { entries });
  expect(await set(2n)).toEqual({ id: tenant.orgId, byte_quota: BYTES, entry_quota: 2 });
  expect(await put(tenant, bases[1]!, "/4")).toBe("organisation_entry_quota_exceeded");
  expect(await put(tenant, bases[0]!, "/1")).toBe("done");
  expect(await set(4n)).toMatchObject({ entry_quota: 4 });
  expect(await put(tenant, bases[1]!, "/4")).toBe("done");
  expect(await put(tenant, bases[1]!, "/5")).toBe("organisation_entry_quota_exceeded");
  expect(await set(null)).toMatchObject({ entry_quota: null });
  for (let n = 0; n < ENTRIES; n++) expect(await put(tenant, bases[n % 2]!, `/n${n}`)).toBe("done");
  expect(await setOrganisationQuota(db, "org_none", { entries: 1n })).toBeNull();
});
