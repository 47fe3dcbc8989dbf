import { afterAll, beforeAll, expect, test } from "vitest";

import { readEvents } from "@/testing/event-stream";
import { logIn } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const DISABLE = "SELECT organisation_disable(org) FROM (SELECT $1 AS org, $2::text) x";
const REMOVE = "DELETE FROM member WHERE org_id = $1 AND user_id = $2";

test.each([
  ["a key", "its organisation is disabled", DISABLE, "organisation_disabled"],
  ["a session", "the organisation is disabled", DISABLE, "organisation_disabled"],
  ["a session", "its member is removed", REMOVE, "not_found"],
  [
    "a session",
    "it ends",
    "UPDATE session SET ended_at = now() WHERE $1 <> '' AND user_id = $2",
    "unauthenticated",
  ],
  ["a login", "its member is removed", REMOVE, "not_found"],
  [
    "a login",
    "it is revoked",
    "UPDATE login SET ended_at = now(), ended_reason = 'revoked' WHERE $1 <> '' AND user_id = $2",
    "login_ended",
  ],
  [
    "a login",
    "its user is disabled",
    "UPDATE app_user SET disabled_at = now() WHERE $1 <> '' AND id = $2",
    "login_ended",
  ],
])(
  "spec 3.14: a stream and a long poll of %s end as a new request is refused when %s",
  async (caller, _, lose, code) => {
    const tenant = await createTenant(service);
    const { base } = await createFilesystem(service, tenant);
    const user = await createTestUser(service);
    await join(service, tenant.orgId, user.id, "member");
    const headers: Record<string, string> =
      caller === "a session"
        ? { cookie: user.cookie }
        : {
            authorization: `Bearer ${caller === "a key" ? tenant.key : (await logIn(service, user)).access}`,
          };
    const get = (query: string, accept: string) =>
      fetch(`${service.url}${base}/changes?${query}`, { headers: { ...headers, accept } });
    const events = readEvents(await get("", "text/event-stream"));
    await events.next();
    const poll = get("cursor=0&wait=30", "application/json");
    await service.services.pool.query(lose, [tenant.orgId, user.id]);
    const afterwards = await get("cursor=0", "application/json");
    const refused = await afterwards.json();
    expect(refused.detail.code).toBe(code);
    expect((await events.next()).value).toMatchObject({ event: "end", data: { code } });
    const ended = await poll;
    expect([ended.status, (await ended.json()).detail.code]).toEqual([afterwards.status, code]);
  },
);
