import { afterAll, beforeAll, expect, test } from "vitest";

import { openBrowser } from "@/testing/browser";
import { eventually } from "@/testing/eventually";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { createTestUser, PASSWORD } from "@/testing/user";

let service: MailingService;
beforeAll(async () => {
  service = await startMailingService();
});
afterAll(() => service.close());

const AGENT = "Mozilla/5.0 (X11; Linux) Firefox/140.0 https://evil.example/login";

test("a user hears of a sign-in from a browser that had none before, once", async () => {
  const { id, email } = await createTestUser(service);
  const created_at = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await service.services.db.user.update({ where: { id }, data: { created_at } });
  const enter = (browser = openBrowser(service, "192.0.2.44")) =>
    browser
      .post(
        "/api/auth/callback/credentials",
        { email, password: PASSWORD },
        { "user-agent": AGENT },
      )
      .then(() => browser);
  const browser = await enter();
  await eventually("the e-mail arrives", () => service.mail.attempts() === 1);
  await browser.post("/api/auth/signout");
  await enter(browser);
  await enter();
  await eventually("the e-mail about the second browser", () => service.mail.attempts() === 2);
  const sent = service.mail.emailTo(email, "New sign-in");
  expect(sent).toContain("192.0.2.44");
  expect(sent).toContain("Firefox on Linux");
  expect(sent).not.toContain("evil.example");
});
