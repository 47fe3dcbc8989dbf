import { afterEach, beforeEach, expect, test } from "vitest";

import { setupLink } from "@/lib/server/launch/setup-link";
import { openBrowser } from "@/testing/browser";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";

import { createUser } from "./create-user";

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

const link = () => {
  const { databaseUrl = "", appUrl, authSecret = "" } = service.services.settings;
  return setupLink(databaseUrl, appUrl, authSecret);
};

const input = (token: string, email = "ada@example.com") => ({
  token,
  email,
  name: "Ada",
  password: "a long passphrase",
  organisation: "Example",
});

const setUp = (body: object) => call(service, null, "POST", "/api/v1/auth/setup", body);

test("the link that the start prints makes the first user and their organisation, once", async () => {
  const url = new URL((await link()) ?? "");
  expect([url.pathname, url.search]).toEqual(["/setup", ""]);
  const token = url.hash.slice(1);
  const made = await setUp(input(token, "Ada@Example.com"));
  expect(made.status).toBe(201);
  const browser = openBrowser(service);
  const fields = { email: "ada@example.com", password: "a long passphrase" };
  await browser.post("/api/auth/callback/credentials", fields);
  const cookie = browser.header();
  const { body } = await call(service, null, "GET", "/api/v1/me", undefined, { cookie });
  expect(body).toMatchObject({
    id: made.body.user_id,
    organisations: [{ id: made.body.org_id, name: "Example", role: "owner" }],
  });
  expect((await setUp(input(token, "eve@example.com"))).body.detail.code).toBe("not_found");
  expect(await link()).toBeNull();
  const entries = await service.services.db.audit_entry.findMany({ orderBy: { id: "asc" } });
  expect(entries.map(({ action, actor_id: by }) => [action, by])).toEqual([
    ["user.created", made.body.user_id],
    ["organisation.created", made.body.user_id],
    // In the log of the service and in that of the organisation.
    ["session.opened", made.body.user_id],
    ["session.opened", made.body.user_id],
  ]);
});

test("of many at the same moment one wins", async () => {
  const token = new URL((await link()) ?? "").hash.slice(1);
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, n) => setUp(input(token, `p${n}@example.com`))),
  );
  const statuses = responses.map(({ status }) => status).filter((status) => status === 201);
  expect(statuses).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(7);
  expect(await service.services.db.user.count()).toBe(1);
  expect(await service.services.db.organisation.count()).toBe(1);
});

test("a wrong token, or a user made at the shell, and it does nothing", async () => {
  const token = new URL((await link()) ?? "").hash.slice(1);
  expect((await setUp(input(token.replace(/.$/, "~")))).status).toBe(404);
  expect(await service.services.db.user.count()).toBe(0);
  await createUser(service.services.db, { ...input(""), support: false });
  expect((await setUp(input(token, "eve@example.com"))).status).toBe(404);
  expect(await service.services.db.user.count()).toBe(1);
});

test("what cannot be an account is refused with every problem", async () => {
  const token = new URL((await link()) ?? "").hash.slice(1);
  const { status, body } = await setUp({
    ...input(token),
    email: "x",
    password: "too short",
    more: 1,
  });
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1]).toSorted()).toEqual([
    "email",
    "more",
    "password",
  ]);
  expect(await service.services.db.user.count()).toBe(0);
});
