import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { call, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, signIn, type TestUser } from "@/testing/user";

let service: TestService;
let orgId: string;
let owner: TestUser;
beforeAll(async () => {
  service = await startTestService();
  ({ orgId } = await createTenant(service));
  owner = await createTestUser(service);
  await join(service, orgId, owner.id, "owner");
});
afterAll(() => service.close());

async function invite(email: string) {
  const path = `/api/v1/orgs/${orgId}/invitations`;
  const { body } = await callAs(service, owner, "POST", path, { email, role: "member" });
  return { id: body.id as string, token: new URL(body.url).hash.slice(1) };
}

const signUp = (token: string, name = "Grace") =>
  call(service, null, "POST", "/api/v1/auth/sign-up", {
    token,
    name,
    password: "a long passphrase",
  });

const fresh = () => `${newId("user")}@example.com`;

test("an invited address gets an account and its place in the organisation, once", async () => {
  const email = fresh();
  const { token } = await invite(email);
  const { status, body } = await signUp(token);
  expect(status).toBe(201);
  expect(body).toEqual({ user_id: expect.any(String), email, org_id: orgId });
  const member = await service.services.db.member.findFirst({
    where: { user_id: body.user_id },
  });
  expect(member).toMatchObject({ org_id: orgId, role: "member" });
  // There is no mail server here, so nothing shows that the address is theirs.
  const user = await service.services.db.user.findUniqueOrThrow({ where: { email } });
  expect(user.email_verified_at).toBeNull();
  expect((await signUp(token)).status).toBe(404);
});

test("without a mail server an unverified account joins by the link that is passed on", async () => {
  const email = fresh();
  const { body } = await signUp((await invite(email)).token);
  const guest = { ...owner, email, ...(await signIn(service, body.user_id)) };
  const inviter = await createTestUser(service);
  const { body: org } = await callAs(service, inviter, "POST", "/api/v1/orgs", { name: "Other" });
  const route = `/api/v1/orgs/${org.id}/invitations`;
  const made = await callAs(service, inviter, "POST", route, { email, role: "member" });
  expect(made.body.emailed).toBe(false);
  const token = new URL(made.body.url).hash.slice(1);
  const accepted = await callAs(service, guest, "POST", "/api/v1/invitations:accept", { token });
  expect(accepted.status).toBe(200);
});

test("of many that use one link at once, one gets the account", async () => {
  const { token } = await invite(fresh());
  const responses = await Promise.all(Array.from({ length: 6 }, () => signUp(token)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.every(({ status }) => [201, 404, 409].includes(status))).toBe(true);
});

test("for an address that has an account nothing is set", async () => {
  const user = await createTestUser(service);
  const { token } = await invite(user.email);
  const before = await service.services.db.user.findUnique({ where: { id: user.id } });
  const { status, body } = await signUp(token, "Mallory");
  expect([status, body.detail.code]).toEqual([409, "already_exists"]);
  expect(await service.services.db.user.findUnique({ where: { id: user.id } })).toEqual(before);
  const accept = await callAs(service, user, "POST", "/api/v1/invitations:accept", { token });
  expect(accept.status).toBe(200);
});

test("an unknown, a withdrawn and an expired link make no one", async () => {
  const [withdrawn, expired] = [await invite(fresh()), await invite(fresh())];
  await callAs(service, owner, "DELETE", `/api/v1/orgs/${orgId}/invitations/${withdrawn.id}`);
  await service.services.pool.query("UPDATE invitation SET expires_at = now() WHERE id = $1", [
    expired.id,
  ]);
  const people = await service.services.db.user.count();
  const unknown = withdrawn.token.replace(/^tmkinv_.{8}/, "tmkinv_00000000");
  for (const token of [withdrawn.token, expired.token, unknown, "", "x\0y"]) {
    const { status, body } = await signUp(token);
    expect([status, body.detail.code]).toEqual([404, "not_found"]);
  }
  expect(await service.services.db.user.count()).toBe(people);
});
