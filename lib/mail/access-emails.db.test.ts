import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { beginLogin, decide } from "@/testing/login";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: MailingService;
let owner: TestUser;
let org: string;
beforeAll(async () => {
  service = await startMailingService();
  const { orgId } = await createTenant(service);
  owner = await createTestUser(service);
  await join(service, orgId, owner.id, "owner");
  org = `/api/v1/orgs/${orgId}`;
});
afterAll(() => service.close());

const received = (to: TestUser, text: string) =>
  eventually(`an e-mail with "${text}"`, () => service.mail.emailTo(to.email, text));

test("who creates or rotates an API key is notified, without the key", async () => {
  const { body } = await callAs(service, owner, "POST", `${org}/api-keys`, { name: "nightly" });
  const created = await received(owner, "was created");
  expect(created).toContain("nightly");
  expect(created).toContain("/forgot-password");
  const rotated = await callAs(service, owner, "POST", `${org}/api-keys/${body.id}:rotate`, {});
  const email = await received(owner, "was rotated");
  for (const secret of [body.key, rotated.body.key]) expect(created + email).not.toContain(secret);
});

test("who approves a command-line login is notified of its scopes", async () => {
  const { userCode } = await beginLogin(service);
  expect((await decide(service, owner, "approve", userCode)).status).toBe(204);
  expect(await received(owner, "A command line was given")).toContain("files:read");
});

test("a member whose role changes is notified by whom, one who changes the own role is not", async () => {
  const member = await createTestUser(service);
  await join(service, org.split("/").at(-1)!, member.id, "member");
  const role = (id: string, to: string) =>
    callAs(service, owner, "PATCH", `${org}/members/${id}`, { role: to });
  expect((await role(member.id, "owner")).status).toBe(200);
  expect(await received(member, "is now owner")).toContain("ask an owner");
  await role(owner.id, "owner");
  await role(member.id, "owner");
  expect((await role(member.id, "viewer")).status).toBe(200);
  await received(member, "is now viewer");
  expect(service.mail.emailTo(owner.email, "Your role")).toBeNull();
});
