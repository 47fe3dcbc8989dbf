import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { recordStatements } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await startTestService();
  ({ orgId } = await createTenant(service));
});
afterAll(() => service.close());

test("a key revoked while many requests share its lookups is refused from the next request on", async () => {
  const { key, keyId } = await createKey(service.services.db, orgId);
  const me = async () => (await call(service, key, "GET", "/api/v1/me")).status;
  const over = new AbortController();
  const busy = Array.from({ length: 16 }, async () => {
    const seen: number[] = [];
    while (!over.signal.aborted) seen.push(await me());
    return seen;
  });
  for (let round = 0; round < 5; round++) expect(await me()).toBe(200);
  await service.services.pool.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [keyId]);
  const after = await Promise.all(Array.from({ length: 16 }, me));
  over.abort();
  expect(new Set(after)).toEqual(new Set([401]));
  // No one who was refused once is let in again.
  for (const seen of await Promise.all(busy)) expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test("requests for different filesystems share a query and keep their grants apart", async () => {
  const { key, keyId } = await createKey(service.services.db, orgId);
  const tenant = await createTenant(service);
  const filesystems = await Promise.all(
    Array.from({ length: 12 }, () => createFilesystem(service, tenant)),
  );
  await service.services.db.api_key.update({
    where: { id: keyId },
    data: { org_id: tenant.orgId },
  });
  const grant = { api_key_id: keyId, mode: "ro" };
  for (const { base } of filesystems.filter((_, i) => i % 2 === 0))
    await call(service, tenant.key, "PUT", `${base}/grants`, grant);
  let statuses: number[] = [];
  const statements = await recordStatements(async () => {
    const asked = filesystems.map(({ base }) =>
      call(service, key, "GET", `${base}/files:stat?path=/`),
    );
    statuses = (await Promise.all(asked)).map(({ status }) => status);
  });
  expect(statuses).toEqual(statuses.map((_, i) => (i % 2 === 0 ? 200 : 403)));
  const lookups = statements.filter(({ text }) => text.includes("FROM api_key k"));
  expect(lookups.length).toBeLessThan(filesystems.length / 2);
});

test("requests that share a lookup keep what each of them names apart", async () => {
  const { key } = await createKey(service.services.db, orgId);
  const other = `/api/v1/orgs/${newId("org")}/filesystems`;
  const asked = Array.from({ length: 20 }, (_, i) =>
    call(service, key, "GET", i % 2 === 0 ? other : `/api/v1/orgs/${orgId}/filesystems`),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map((_, i) => (i % 2 === 0 ? 404 : 200)));
});
