import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { createTenant } from "@/testing/tenant";
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
  for (let n = 0; n < 46; n++) expect(await invite(`one-${n}@example.com`)).toBe(201);
  expect(await invite("another@example.com")).toBe(429);
});
