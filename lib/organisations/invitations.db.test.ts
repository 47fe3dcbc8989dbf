import { afterAll, beforeAll, expect, test } from "vitest";

import type { Role } from "@/lib/auth/actor";
import { hashToken, newToken } from "@/lib/auth/token";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, join, signIn, type TestUser } from "@/testing/user";

let service: MailingService;
beforeAll(async () => {
  service = await startMailingService();
});
afterAll(() => service.close());

const as = (user: Pick<TestUser, "cookie">, method: string, route: string, body?: object) =>
  callAs(service, user, method, route, body);
const statuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const unknown = refusal(404, "not_found");

async function createOrganisation(...roles: Role[]) {
  const owner = await createTestUser(service);
  const { body } = await as(owner, "POST", "/api/v1/orgs", { name: "Example" });
  const orgId: string = body.id;
  const others: TestUser[] = [];
  for (const role of roles) {
    const user = await createTestUser(service);
    await join(service, orgId, user.id, role);
    others.push(user);
  }
  return { owner, others, orgId, base: `/api/v1/orgs/${orgId}` };
}

const invite = (by: TestUser, base: string, email: string, role: Role = "member") =>
  as(by, "POST", `${base}/invitations`, { email, role });
const tokenOf = (response: { body: { url: string } }) => new URL(response.body.url).hash.slice(1);
const accept = (user: Pick<TestUser, "cookie">, token: string) =>
  as(user, "POST", "/api/v1/invitations:accept", { token });
const read = (token: string) => call(service, null, "POST", "/api/v1/invitations:read", { token });

test("an invitation is for one address, for seven days and used once; its token is stored as a hash", async () => {
  const { owner, orgId, base } = await createOrganisation();
  const guest = await createTestUser(service);
  const made = await invite(owner, base, guest.email.toUpperCase(), "admin");
  expect(made.status).toBe(201);
  const { id, url, emailed, ...shown } = made.body;
  expect(emailed).toBe(true);
  expect(shown).toMatchObject({
    email: guest.email,
    role: "admin",
    created_by: `user:${owner.id}`,
  });
  expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBeCloseTo(604_800_000, -4);
  expect(url).toMatch(/^http:\/\/localhost:3000\/invitation#tmkinv_[0-9A-Za-z]{49}$/);
  const token = tokenOf(made);
  const row = await service.services.db.invitation.findUniqueOrThrow({ where: { id } });
  expect(Buffer.from(row.hash)).toEqual(hashToken(token));
  expect((await as(owner, "GET", `${base}/invitations`)).body).toEqual([{ id, ...shown }]);

  expect(await read(token)).toMatchObject({
    status: 200,
    body: { email: guest.email, role: "admin", expires_at: shown.expires_at },
  });
  expect(await read(newToken("tmkinv_"))).toMatchObject(unknown);
  const stranger = await createTestUser(service);
  expect(await accept(stranger, token)).toMatchObject(unknown);
  expect(await accept(guest, newToken("tmkinv_"))).toMatchObject(unknown);
  expect(await accept(guest, "tmkinv_")).toMatchObject(unknown);
  expect(await accept(guest, token)).toMatchObject({
    status: 200,
    body: { id, org_id: orgId, role: "admin" },
  });
  expect(await accept(guest, token)).toMatchObject(unknown);
  expect(await read(token)).toMatchObject(unknown);
  expect((await as(guest, "GET", base)).body.role).toBe("admin");
  expect((await as(owner, "GET", `${base}/invitations`)).body).toEqual([]);
  expect(await invite(owner, base, guest.email)).toMatchObject(refusal(409, "already_exists"));
  const { body: log } = await as(owner, "GET", `${base}/audit-log`);
  expect(log).toMatchObject([
    { action: "invitation.accepted", actor: { id: guest.id }, target: { id } },
    { action: "invitation.created", actor: { id: owner.id }, target: { id } },
    { action: "organisation.created" },
  ]);
});

test("expired and revoked ones are unknown, and an address has one open invitation at a time", async () => {
  const { owner, base } = await createOrganisation();
  const { owner: other, base: otherBase } = await createOrganisation();
  const guest = await createTestUser(service);
  const expired = await invite(owner, base, guest.email);
  expect(await invite(owner, base, guest.email)).toMatchObject(refusal(409, "already_exists"));
  await service.services.pool.query("UPDATE invitation SET expires_at = now() WHERE id = $1", [
    expired.body.id,
  ]);
  expect(await accept(guest, tokenOf(expired))).toMatchObject(unknown);
  expect((await as(owner, "GET", `${base}/invitations`)).body).toEqual([]);
  const revoked = await invite(owner, base, guest.email);
  expect(revoked.status).toBe(201);
  const path = `/invitations/${revoked.body.id}`;
  expect(await as(other, "DELETE", otherBase + path)).toMatchObject(unknown);
  expect(await as(owner, "DELETE", `${base}/invitations/x`)).toMatchObject(unknown);
  expect((await as(owner, "DELETE", base + path)).status).toBe(204);
  expect(await as(owner, "DELETE", base + path)).toMatchObject(unknown);
  expect(await accept(guest, tokenOf(revoked))).toMatchObject(unknown);
  expect((await invite(other, otherBase, guest.email)).status).toBe(201);
});

test("members do not invite, and only an owner invites owners or takes that back", async () => {
  const { owner, others, base } = await createOrganisation("admin", "member");
  const [admin, member] = others as [TestUser, TestUser];
  const forbidden = refusal(403, "forbidden");
  expect(await invite(member, base, "a@example.com")).toMatchObject(forbidden);
  expect(await as(member, "GET", `${base}/invitations`)).toMatchObject(forbidden);
  expect(await invite(admin, base, "a@example.com", "owner")).toMatchObject(forbidden);
  expect((await invite(admin, base, "a@example.com", "admin")).status).toBe(201);
  const { body } = await invite(owner, base, "b@example.com", "owner");
  expect(await as(admin, "DELETE", `${base}/invitations/${body.id}`)).toMatchObject(forbidden);
  expect((await as(owner, "DELETE", `${base}/invitations/${body.id}`)).status).toBe(204);
});

test("addresses that are none are refused, hostile ones too", async () => {
  const { owner, base } = await createOrganisation();
  for (const email of ["", "x", "a@", "a b@c.d", "a@b@c", "a\0@b.c", "é@b.c", "\ud800@b.c", 7])
    expect((await as(owner, "POST", `${base}/invitations`, { email, role: "member" })).status).toBe(
      422,
    );
  const host = "b.".repeat(125);
  expect((await invite(owner, base, `a@${host}cc`)).status).toBe(201);
  expect((await invite(owner, base, `a@${host}ccc`)).status).toBe(422);
  expect((await invite(owner, base, "a@b.c", "king" as Role)).status).toBe(422);
});

test("the open invitations of anyone who leaves, is removed or loses the role are void", async () => {
  const { owner, others, base } = await createOrganisation("owner", "admin");
  const [second, admin] = others as [TestUser, TestUser];
  const guests = await Promise.all([0, 1, 2, 3].map(() => createTestUser(service)));
  const [asOwner, asAdmin, byAdmin, byOwner] = [
    await invite(second, base, guests[0]!.email, "owner"),
    await invite(second, base, guests[1]!.email, "admin"),
    await invite(admin, base, guests[2]!.email),
    await invite(owner, base, guests[3]!.email),
  ];
  await as(owner, "PATCH", `${base}/members/${second.id}`, { role: "admin" });
  expect(await accept(guests[0]!, tokenOf(asOwner))).toMatchObject(unknown);
  expect((await accept(guests[1]!, tokenOf(asAdmin))).status).toBe(200);
  await as(owner, "DELETE", `${base}/members/${admin.id}`);
  expect(await accept(guests[2]!, tokenOf(byAdmin))).toMatchObject(unknown);
  expect((await accept(guests[3]!, tokenOf(byOwner))).status).toBe(200);
});

test("who became a member otherwise keeps the role, and the invitation is used up", async () => {
  const { owner, orgId, base } = await createOrganisation();
  const guest = await createTestUser(service);
  const made = await invite(owner, base, guest.email, "member");
  await join(service, orgId, guest.id, "admin");
  expect((await accept(guest, tokenOf(made))).body).toMatchObject({ role: "admin" });
  expect(await accept(guest, tokenOf(made))).toMatchObject(unknown);
});

test("of ten acceptances at once one wins", async () => {
  const { owner, base } = await createOrganisation();
  const guest = await createTestUser(service);
  const again = await signIn(service, guest.id);
  const token = tokenOf(await invite(owner, base, guest.email));
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, i) => accept(i % 2 === 0 ? guest : again, token)),
  );
  const won = responses.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(9);
});

test("of ten invitations of one address at once one is made", async () => {
  const { owner, base } = await createOrganisation();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => invite(owner, base, "same@example.com")),
  );
  const [made, ...refused] = statuses(responses);
  expect(made).toBe(201);
  // While three e-mails to one address may be sent, a fourth is one too many.
  expect(refused.filter((status) => ![409, 429].includes(status))).toEqual([]);
  expect(await invite(owner, base, "same@example.com")).toMatchObject(
    refusal(409, "already_exists"),
  );
  expect((await invite(owner, base, "other@example.com")).status).toBe(201);
});
