import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const LAST = "9999-12-31T23:59:59.999Z";
// Valid, and in the year 10000 in UTC.
const LATER = "9999-12-31T23:59:59-12:00";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let org: string;
let admin: TestUser;
beforeAll(async () => {
  service = await startTestService({
    env: { WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9" },
  });
  tenant = await createTenant(service);
  ({ base } = await createFilesystem(service, tenant));
  org = `/api/v1/orgs/${tenant.orgId}`;
  admin = await createTestUser(service);
  await join(service, tenant.orgId, admin.id, "admin");
});
afterAll(() => service.close());

test.each([
  ["creating", "POST", () => `${org}/api-keys`, { name: "x" }],
  ["changing", "PATCH", () => `${org}/api-keys/${tenant.keyId}`, {}],
  ["rotating", "POST", () => `${org}/api-keys/${tenant.keyId}:rotate`, { overlap_hours: 24 }],
])("%s an API key takes the last time and none after it", async (_, method, route, body) => {
  const send = (expires_at: string) =>
    callAs(service, admin, method, route(), { ...body, expires_at });
  const refused = await send(LATER);
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "expires_at"], type: "too_big" }] },
  });
  expect((await send(LAST)).body).toMatchObject({ expires_at: LAST });
  const shown = await callAs(service, admin, "GET", `${org}/api-keys`);
  expect(shown.status).toBe(200);
});

test("lists are filtered by a time after the last one", async () => {
  const hook = { url: "https://hooks.test/" };
  const { body } = await callAs(service, admin, "POST", `${base}/webhooks`, hook);
  const lists: [path: string, filters: string[]][] = [
    [`${org}/audit-log`, ["since", "until"]],
    [`${org}/audit-log:export`, ["since", "until"]],
    [
      `${base}/webhooks/${body.id}/deliveries`,
      ["since", "until", "attempt_since", "attempt_until"],
    ],
    [`${org}/deliveries`, ["since", "until"]],
  ];
  for (const [path, filters] of lists)
    for (const filter of filters) {
      const query = new URLSearchParams({ [filter]: LATER });
      const response = await callAs(service, admin, "GET", `${path}?${query.toString()}`);
      expect([path, filter, response.status]).toEqual([path, filter, 200]);
    }
});

const put = (at: string) => {
  const query = new URLSearchParams({ path: "/a", modified_at: at, fields: "stat" });
  return call(service, tenant.key, "PUT", `${base}/files?${query.toString()}`, "x");
};
const stat = () => call(service, tenant.key, "GET", `${base}/files:stat?path=/a`);

test("a file was last changed in the year 9999 at most, and its time has no offset", async () => {
  expect((await put("9999-12-31T23:59:59.999999999Z")).status).toBeLessThan(300);
  expect((await stat()).body).toMatchObject({ modified_at: LAST });
  expect((await put(LATER)).status).toBe(422);
});
