import { expect, type Page, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";
import {
  makeFilesystem,
  makeWebhook,
  type Receiver,
  startReceiver,
  writeFile,
} from "./helpers/webhooks";

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

const types = () => receiver.requests.map(({ body }) => JSON.parse(body).type);

/** Chooses from the menu of a webhook and confirms it. */
async function act(page: Page, item: string, confirm: string) {
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("send a resync, pause and resume, edit, and resend, without a reload", async ({ page }) => {
  test.setTimeout(120_000);
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
  const resyncs = page.getByRole("link", { name: /files\.resync/ });
  await expect(resyncs).toHaveCount(1);

  await act(page, "Send resync", "Send resync");
  await expect(page.getByText("Resync requested")).toBeVisible();
  await expect(resyncs).toHaveCount(2);
  await expect.poll(types).toEqual(["files.resync", "files.resync"]);

  // What the page shows is paused, not the webhook.
  const live = page.getByText("Live", { exact: true });
  await expect(live).toBeVisible();
  await page.getByRole("button", { name: "Pause updates" }).click();
  await expect(page.getByText("Updates paused", { exact: true })).toBeVisible();
  await expect(live).toBeHidden();
  await page.getByRole("button", { name: "Resume updates", exact: true }).click();
  await expect(live).toBeVisible();

  await act(page, "Pause", "Pause");
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page.getByText("Paused: nothing is sent.")).toBeVisible();
  await page.getByRole("button", { name: "Actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Send resync" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await writeFile(page, base, "/while-paused.txt");
  const stats = page.getByRole("region", { name: "Attempts over time" });
  const pending = stats.getByText("Pending", { exact: true }).locator("..");
  await expect(pending).toContainText("1 change");
  await page.getByRole("link", { name: "Webhooks", exact: true }).first().click();
  await expect(page.getByRole("article").getByText("Paused", { exact: true })).toBeVisible();
  await page.getByRole("article").getByRole("link").first().click();
  expect(types()).toHaveLength(2);

  await page.getByRole("button", { name: "Resume" }).first().click();
  const changed = page.getByRole("link", { name: /files\.changed/ });
  await expect(changed).toContainText("200");
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();

  await changed.click();
  const drawer = page.getByRole("dialog");
  await expect(
    drawer.getByText("A receiver that tracks cursors ignores it", { exact: false }),
  ).toBeVisible();
  await drawer.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(drawer).toContainText("Resend succeeded");
  await page.keyboard.press("Escape");
  await expect(changed).toContainText("1 attempt");
  await expect(changed).toContainText("resent once");
  expect(receiver.requests[3]?.body).toBe(receiver.requests[2]?.body);

  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByLabel("URL", { exact: true }).fill("https://127.0.0.1/");
  await page.getByLabel("Description").fill("Search index");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must reach a public address")).toBeVisible();
  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/moved`);
  await page.getByLabel("Path prefix").fill("/letters");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Search index")).toBeVisible();
  await expect(page.getByText("Path: /letters")).toBeVisible();
  await expect(resyncs).toHaveCount(3);
  await expect.poll(() => receiver.requests[4]?.path).toMatch(/\/moved$/);
});

test("a message that waits while its webhook is paused is pending, and says what it waits for", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  receiver.response = { status: 503 };
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
  const message = page.getByRole("link", { name: /files\.resync/ });
  await expect(message).toContainText("http_503");
  const stats = page.getByRole("region", { name: "Attempts over time" });
  const pending = stats.getByText("Pending", { exact: true }).locator("..");
  await expect(pending).toContainText("1 message");
  await act(page, "Pause", "Pause");
  await expect(message).toContainText("Waits until resumed");
  await expect(pending).toContainText("1 message");
  await message.click();
  await expect(page.getByRole("dialog")).toContainText("Waits: the webhook is paused.");
  await page.keyboard.press("Escape");
  receiver.response = { status: 200 };
  await page.getByRole("button", { name: "Resume" }).first().click();
  await expect(pending).toContainText("up to date");
});
