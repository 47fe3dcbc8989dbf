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

test("each owner of a deleted organisation is notified, and no one else", async () => {
  const { orgId } = await createTenant(service);
  const users = [];
  for (const role of ["owner", "owner", "admin"] as const) {
    const user = await createTestUser(service);
    await join(service, orgId, user.id, role);
    users.push(user);
  }
  const [one, two, admin] = users;
  await callAs(service, one!, "DELETE", `/api/v1/orgs/${orgId}`);
  for (const owner of [one!, two!]) {
    const sent = await eventually("the e-mail", () =>
      service.mail.emailTo(owner.email, "was deleted"),
    );
    expect(sent).toContain("cannot be restored");
  }
  expect(service.mail.emailTo(admin!.email, "was deleted")).toBeNull();
});

test("the address of a deleted account is notified, and no link to a reset is in it", async () => {
  const user = await createTestUser(service);
  await callAs(service, user, "DELETE", "/api/v1/me");
  const sent = await eventually("the e-mail", () =>
    service.mail.emailTo(user.email, "was deleted"),
  );
  expect(sent).toContain("write to the operator");
  expect(sent).not.toContain("forgot-password");
});
