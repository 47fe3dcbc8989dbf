import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { PEOPLE_COMMANDS } from "@/lib/server/admin/people";
import { startTestService, type TestService } from "@/testing/service";
import { callAs, createTestUser } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const fresh = () => `${newId("user")}@example.com`;

test("without a mail server only the operator changes an address", async () => {
  const [user, other] = [await createTestUser(service), await createTestUser(service)];
  const refused = await callAs(service, user, "POST", "/api/v1/me/email", { email: fresh() });
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: { code: "email_not_configured" } },
  });

  const { db, settings } = service.services;
  const change = (email: string, to: string) =>
    PEOPLE_COMMANDS["change-email"]!.run(db, { options: { email, to }, id: undefined }, settings);
  await expect(change(fresh(), fresh())).rejects.toThrow("no user has this address");
  await expect(change(user.email, other.email)).rejects.toThrow("already exists");
  await expect(change(user.email, "no address")).rejects.toThrow("--to");
  const email = fresh();
  expect(await change(user.email, email.toUpperCase())).toEqual({ id: user.id, email });
  expect((await callAs(service, user, "GET", "/api/v1/me")).body.email).toBe(email);
});
