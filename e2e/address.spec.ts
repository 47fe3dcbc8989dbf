import { expect, test } from "@playwright/test";

import { eventually } from "@/testing/eventually";
import { type MailServer, startMailServer } from "@/testing/mail-server";

import { createOwnService, READY_MS } from "./helpers/own-service";
import { accountMenu, fillInSignIn } from "./helpers/people";
import { PORTS } from "./helpers/ports";

// Of its own: it has a mail server.
const service = createOwnService(PORTS.address);
const ada = { email: "ada@example.com", password: "a-password-that-is-long" };
let mail: MailServer;

test.use({ baseURL: service.origin });
test.beforeAll(async () => {
  test.setTimeout(READY_MS);
  mail = await startMailServer();
  await service.start({ SMTP_URL: mail.url });
  await service.admin("create-user", "--email", ada.email, "--password", ada.password);
});
test.afterAll(async () => {
  await service.close();
  await mail.close();
});

test("asking for a link says the same for every address", async ({ page }) => {
  const said: string[] = [];
  for (const email of [ada.email, "nobody@example.com"]) {
    await page.goto("/forgot-password");
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    said.push(await page.getByRole("status").innerText());
  }
  expect(said[0]).toBe(said[1]);
});

test("a new name and a new address, whose link asks for a sign-in elsewhere", async ({
  page,
  browser,
}) => {
  await page.goto("/sign-in");
  await fillInSignIn(page, ada);
  await accountMenu(page).waitFor();
  await page.goto("/account");
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Lovelace");

  await page.getByLabel("New e-mail").fill("Ada@Example.org");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("We've sent a link to Ada@Example.org.")).toBeVisible();
  const notice = await eventually("the notice", () => mail.emailTo(ada.email, "was requested"));
  expect(notice).toContain("ada@example.org");
  const link = await eventually("the link", () =>
    /http\S+\/confirm-email#tmkec_\w+/
      .exec(mail.emailTo("ada@example.org", "Confirm") ?? "")
      ?.at(0),
  );

  const phone = await browser.newPage({ baseURL: service.origin });
  await phone.goto(link);
  await fillInSignIn(phone, ada);
  await expect(phone.getByText("Your address is now ada@example.org.")).toBeVisible();
  await phone.getByRole("link", { name: "Go to your account" }).click();
  await expect(phone.getByText("ada@example.org")).toBeVisible();

  await page.goto(link);
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("was already used")).toBeVisible();
  await phone.close();
});
