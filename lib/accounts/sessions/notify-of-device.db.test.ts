import { afterAll, beforeAll, expect, test } from "vitest";

import { openBrowser } from "@/testing/browser";
import { eventually } from "@/testing/eventually";
import { type MailServer, startMailServer } from "@/testing/mail-server";
import { startTestService, type TestService } from "@/testing/service";
import { createTestUser, PASSWORD } from "@/testing/user";

let mail: MailServer;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startTestService({ env: { SMTP_URL: mail.url } });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

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
  await eventually("the e-mail arrives", () => mail.attempts() === 1);
  await browser.post("/api/auth/signout");
  await enter(browser);
  await enter();
  await eventually("the e-mail about the second browser", () => mail.attempts() === 2);
  const sent = mail.emailTo(email, "New sign-in");
  expect(sent).toContain("192.0.2.44");
  expect(sent).toContain("Firefox on Linux");
  expect(sent).not.toContain("evil.example");
});
