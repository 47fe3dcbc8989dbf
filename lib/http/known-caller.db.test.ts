import { afterAll, beforeAll, expect, test } from "vitest";

import { GET as listFilesystems } from "@/app/api/v1/orgs/[org_id]/filesystems/route";
import { findSession } from "@/lib/auth/callers/user";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join } from "@/testing/user";

import { setCaller } from "./known-caller";

let service: TestService;
const tenants: Awaited<ReturnType<typeof createTenant>>[] = [];
beforeAll(async () => {
  service = await startTestService();
  for (const _ of [1, 2]) tenants.push(await createTenant(service));
  for (const tenant of tenants) await createFilesystem(service, tenant);
});
afterAll(() => service.close());

/** Lists an organisation's filesystems without a credential, for the caller of a page of the first one. */
async function listAsPage(orgId: string): Promise<Response> {
  const known = tenants[0]!.orgId;
  const user = await createTestUser(service);
  for (const tenant of tenants) await join(service, tenant.orgId, user.id, "member");
  const named = { orgId: known, filesystemId: null };
  const caller = await findSession(service.services, user.sessionId, named);
  const request = new Request(`${service.url}/api/v1/orgs/${orgId}/filesystems`);
  setCaller(request, caller, { org_id: known });
  return listFilesystems(request, { params: Promise.resolve({ org_id: orgId }) });
}

test("a recorded caller is not authenticated again, and answered as one that is", async () => {
  const response = await listAsPage(tenants[0]!.orgId);
  expect(response.status).toBe(200);
  expect(await response.json()).toHaveLength(1);
});

test("a recorded caller is no one where its access was not looked at", async () => {
  expect((await listAsPage(tenants[1]!.orgId)).status).toBe(401);
});
