import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { lockWaits } from "@/testing/lock-waits";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { call, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join } from "@/testing/user";

let service: MailingService;
beforeAll(async () => {
  service = await startMailingService();
});
afterAll(() => service.close());

test("who is invited gets a link of their own, which the inviter never sees", async () => {
  const { orgId } = await createTenant(service);
  const owner = await createTestUser(service);
  await join(service, orgId, owner.id, "owner");
  const invited = { email: "grace@example.com", role: "member" };
  const path = `/api/v1/orgs/${orgId}/invitations`;
  const { status, body } = await callAs(service, owner, "POST", path, invited);
  expect(status).toBe(201);
  const email = await eventually("the e-mail", () => service.mail.emailTo(invited.email));
  expect(email).toMatch(/\/invitation#tmkinv_[0-9A-Za-z]{49}\r\n/);
  expect(email).not.toContain(new URL(body.url).hash);
  expect(email).toContain(owner.email);
});

test("an organisation sends one address three invitations a day, and fifty in all", async () => {
  const { orgId } = await createTenant(service);
  const owner = await createTestUser(service);
  await join(service, orgId, owner.id, "owner");
  const path = `/api/v1/orgs/${orgId}/invitations`;
  const invite = async (email: string) => {
    const { status, body } = await callAs(service, owner, "POST", path, { email, role: "member" });
    if (status === 201) await callAs(service, owner, "DELETE", `${path}/${body.id}`);
    return status;
  };
  const same = [];
  for (let n = 0; n < 4; n++) same.push(await invite("often@example.com"));
  expect(same).toEqual([201, 201, 201, 429]);
  // The one that was refused was not sent, so it does not count.
  for (let n = 0; n < 47; n++) expect(await invite(`one-${n}@example.com`)).toBe(201);
  expect(await invite("another@example.com")).toBe(429);
});

test("an invitation that is refused when it is made does not count", async () => {
  const { orgId } = await createTenant(service);
  const owner = await createTestUser(service);
  await join(service, orgId, owner.id, "owner");
  const path = `/api/v1/orgs/${orgId}/invitations`;
  const invited = { email: "twice@example.com", role: "member" };
  const invite = async () => callAs(service, owner, "POST", path, invited);
  const { pool, db } = service.services;
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM organisation WHERE id = $1 FOR UPDATE", [orgId]);
  // Both are counted before either of them is made.
  const both = [invite(), invite()];
  await lockWaits(db, 2);
  await holder.query("COMMIT");
  holder.release();
  const made = await Promise.all(both);
  expect(made.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
  const statuses = [];
  for (let last = made.find(({ status }) => status === 201); last?.status === 201;) {
    await callAs(service, owner, "DELETE", `${path}/${last.body.id}`);
    last = await invite();
    statuses.push(last.status);
  }
  expect(statuses).toEqual([201, 201, 429]);
});

test("invitations of two organisations at once leave connections for others, and are all made", async () => {
  const owner = await createTestUser(service);
  const paths: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { orgId } = await createTenant(service);
    await join(service, orgId, owner.id, "owner");
    paths.push(`/api/v1/orgs/${orgId}/invitations`);
  }
  const { key } = await createTenant(service);
  // More than the share of each: together as many as there are connections.
  const invited = paths.flatMap((path, o) =>
    Array.from({ length: 12 }, (_, n) =>
      callAs(service, owner, "POST", path, {
        email: `at-once-${o}-${n}@example.com`,
        role: "member",
      }),
    ),
  );
  expect((await call(service, key, "GET", "/api/v1/me")).status).toBe(200);
  expect((await Promise.all(invited)).map(({ status }) => status)).toEqual(invited.map(() => 201));
});
