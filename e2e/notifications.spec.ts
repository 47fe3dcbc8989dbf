import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";

import { addMember, ageFailure } from "./helpers/database";
import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, makeWebhook } from "./helpers/webhooks";

test.describe.configure({ timeout: 240_000 });

const Members = z.tuple([z.object({ user_id: z.string(), alerts: z.array(z.string()) })]);
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const hasFailed = async (page: Page, webhook: string) => {
  const found = await callAs(page, "get", webhook);
  return typeof found === "object" && found !== null && "failing_since" in found
    ? found.failing_since
    : null;
};

test("a webhook that fails is under the bell without a reload, and stays read", async ({
  page,
  browser,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  await page.goto(`/o/${ada.orgId}`);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  await expect(page.getByText("No notifications in the last 30 days")).toBeVisible();
  await page.keyboard.press("Escape");

  // Nothing listens there.
  const id = await makeWebhook(page, base, "https://erp.example.com/in");
  await expect.poll(() => hasFailed(page, `${base}/webhooks/${id}`)).not.toBeNull();
  // Within the first hour that is no news yet, but the menu says so.
  await page.reload();
  await bell(page).click();
  await page.getByRole("menuitem", { name: "1 webhook needs attention now" }).click();
  await expect(page).toHaveURL(`/o/${ada.orgId}/webhooks?status=unhealthy`);
  await ageFailure(id);
  // The service looks every minute, and the page twice a minute.
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 120_000 });

  const grace = await makeUser();
  await addMember(ada.orgId, grace.email);
  const second = await (await browser.newContext()).newPage();
  await signIn(second, grace);
  // It is from before she joined.
  await second.goto(`/o/${ada.orgId}`);
  await expect(bell(second)).toHaveAccessibleName("Notifications");
  await second.context().close();

  await bell(page).press("Enter");
  const notice = page.getByRole("menuitem", { name: /erp\.example\.com\/in on tickets/ });
  await expect(notice).toContainText("has been failing for an hour (connect_failed)");
  await notice.click();
  await expect(page).toHaveURL(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(page).click();
  await page.getByRole("menuitem", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});

test("toggles change only their own alert, also two at once and beside another tab", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  await page.goto(`/o/${ada.orgId}/settings/notifications`);
  const own = page.getByRole("checkbox", { checked: true, name: /^(Webhooks|API keys|Usage)/ });
  await expect(own).toHaveCount(3);
  const members = `/orgs/${ada.orgId}/members`;
  const [member] = Members.parse(await callAs(page, "get", members));
  await callAs(page, "put", `${members}/${member.user_id}/alerts`, {
    alerts: ["webhooks", "api_keys"],
  });
  const alerts = async () => Members.parse(await callAs(page, "get", members))[0].alerts;
  await page.getByLabel("API keys", { exact: true }).uncheck();
  await expect.poll(alerts).toEqual(["webhooks"]);
  await expect(page.getByLabel("Usage", { exact: true })).not.toBeChecked();
  // One in the card of the user, and one in the list of everyone.
  const usage = await page.getByLabel("Usage", { exact: true }).elementHandle();
  await page
    .getByRole("listitem")
    .filter({ hasText: ada.email })
    .getByRole("checkbox", { name: /about API keys/ })
    .evaluate(
      (keys, other) => [other, keys].forEach((box) => box instanceof HTMLElement && box.click()),
      usage,
    );
  await expect.poll(alerts).toEqual(["api_keys", "usage", "webhooks"]);
});

test("members choose which alerts come by e-mail, and owners choose for everyone", async ({
  page,
}) => {
  const [ada, grace] = [await makeUser("Harbour"), await makeUser()];
  await addMember(ada.orgId, grace.email);
  await signIn(page, ada);
  await page.goto(`/o/${ada.orgId}/settings`);
  await expect(page.getByText("This service sends no e-mails.")).toBeVisible();
  await page.getByRole("link", { name: "Notification settings" }).click();
  await expect(page).toHaveURL(`/o/${ada.orgId}/settings/notifications`);
  await expect(page.getByText("This service has no mail server")).toBeVisible();
  const saving = () => page.waitForResponse((response) => response.url().endsWith("/alerts"));

  const usage = page.getByLabel("Usage", { exact: true });
  await expect(usage).toBeChecked();
  let saved = saving();
  await usage.uncheck();
  await saved;
  const theirs = page.getByRole("listitem").filter({ hasText: grace.email });
  const webhooks = theirs.getByRole("checkbox", { name: /about Webhooks/ });
  await expect(webhooks).not.toBeChecked();
  saved = saving();
  await webhooks.check();
  await saved;
  await expect(theirs.getByRole("checkbox")).toHaveCount(2);

  await page.reload();
  await expect(usage).not.toBeChecked();
  await expect(webhooks).toBeChecked();
  saved = saving();
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await saved;
  await expect(usage).toBeChecked();

  await page.context().clearCookies();
  await signIn(page, grace);
  await page.goto(`/o/${ada.orgId}/settings/notifications`);
  await expect(page.getByLabel("Webhooks", { exact: true })).toBeChecked();
  await expect(page.getByLabel("API keys", { exact: true })).toBeDisabled();
  await expect(page.getByText("Who receives what")).toHaveCount(0);
});
