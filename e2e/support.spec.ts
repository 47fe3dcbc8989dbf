import { randomBytes } from "node:crypto";

import { type Browser, expect, type Locator, test } from "@playwright/test";

import { UNREACHABLE } from "./helpers/hosts";
import { admin, makeUser, signIn } from "./helpers/people";
import {
  callAs,
  makeFilesystem,
  makeWebhook,
  type Receiver,
  startReceiver,
  writeFile,
} from "./helpers/webhooks";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("support finds a failing webhook, sees its attempts and no path, and sees it recover", async ({
  page,
  browser,
}) => {
  const name = `Harbour ${randomBytes(3).toString("hex")}`;
  const ada = await makeUser(name);
  const customer = await (await browser.newContext()).newPage();
  await signIn(customer, ada);
  const fsId = await makeFilesystem(customer, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  await failElsewhere(browser);
  receiver.response = { status: 500 };
  const id = await makeWebhook(customer, base, receiver.url);
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);

  const email = `staff-${randomBytes(6).toString("hex")}@example.com`;
  const password = randomBytes(18).toString("hex");
  await admin("create-user", "--email", email, "--password", password, "--support");
  await signIn(page, { email, password });
  await expect(page).toHaveURL("/support");
  // They have no organisation of their own.
  await page.goto("/filesystems");
  await expect(page).toHaveURL("/support");
  const row = page.getByRole("link").filter({ hasText: name });
  await expect(row).toContainText(receiver.host);
  await expect(row).toContainText("http_500");
  // Its columns don't move with the width of a countdown.
  const codes = page.getByRole("link").getByText(/^(http_|connect_)/);
  await expect
    .poll(async () => new Set((await boxesOf(codes)).map(({ x }) => Math.round(x))).size)
    .toBe(1);
  const groups = page.getByRole("region", { name: "Grouped failures" }).getByRole("listitem");
  await expect(groups).toHaveCount(5);
  await page.getByRole("button", { name: /^Show all \d+ groups$/ }).click();
  await expect.poll(() => groups.count()).toBeGreaterThan(5);
  const cluster = page.getByRole("button", { name: new RegExp(`${receiver.host}.* webhook`) });
  await cluster.click();
  await expect(page).toHaveURL(new RegExp(`host=${receiver.host}`));
  await cluster.click();
  await expect(page).not.toHaveURL(/host=/);
  await cluster.click();
  await expect(cluster).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Host", { exact: true })).toHaveValue(receiver.host);
  await page.getByLabel("Organisation", { exact: true }).fill("Nobody's");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No webhooks match these filters")).toBeVisible();
  await page.getByLabel("Organisation", { exact: true }).fill(name.slice(1));
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("1 webhook", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByLabel("Organisation", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Filters (2)" }).click();
  await expect(page.getByLabel("Organisation", { exact: true })).toHaveValue(name.slice(1));
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(row).toBeVisible();

  await writeFile(customer, base, "/private.txt");
  await row.click();
  await expect(page).toHaveURL(`/support/webhooks/${id}`);
  await expect(page.getByText("The endpoint returned 500.").first()).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^Attempts: 0 delivered, [1-9]\d* failed/ }),
  ).toBeVisible();
  await expect(page.getByText("Last success")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy: Organisation" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ada.orgId);
  await expect(page.getByRole("button", { name: "Copy: Webhook" })).toBeVisible();
  const log = page.getByRole("region", { name: "Deliveries" });
  await log.getByRole("listitem").getByText("files.resync").first().click();
  await expect(page.getByText(/Attempt 1 failed/)).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/your endpoint/i);
  await expect(page.locator("main")).not.toContainText("private.txt");
  await expect(page.locator("main")).not.toContainText("/in");

  await page.goBack();
  await expect(row).toBeVisible();
  receiver.response = { status: 200 };
  await customer.request.post(`/api/v1${base}/webhooks/${id}:retry-now`, {
    headers: { origin: new URL(customer.url()).origin },
  });
  await expect(row).toHaveCount(0, { timeout: 30_000 });

  await page.getByRole("link", { name: "Engine" }).click();
  await expect(page.getByText("Webhooks due for delivery")).toBeVisible();
  // Of each figure with a limit the page says on which side of it it is.
  await expect(page.getByLabel(/^(Within|Beyond) its limit$/)).toHaveCount(4);
  await expect(page.getByText("Late after 1 minute").first()).toBeVisible();
  await customer.context().close();
});

test("support opens a webhook that doesn't fail, and a message, by the ID that a customer sent", async ({
  page,
  browser,
}) => {
  const ada = await makeUser("Harbour");
  const customer = await (await browser.newContext()).newPage();
  await signIn(customer, ada);
  const fsId = await makeFilesystem(customer, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const failed = await makeWebhook(customer, base, `https://${UNREACHABLE[0]}/in`);
  receiver.response = { status: 200 };
  const id = await makeWebhook(customer, base, receiver.url);
  await writeFile(customer, base, "/a.txt");
  const log = async () =>
    (await (await customer.request.get(`/api/v1${base}/webhooks/${id}/deliveries`)).json()) as {
      id: string;
    }[];
  await expect.poll(async () => (await log()).length).toBe(2);
  const message = (await log()).at(-1)?.id ?? "";

  const email = `staff-${randomBytes(6).toString("hex")}@example.com`;
  const password = randomBytes(18).toString("hex");
  await admin("create-user", "--email", email, "--password", password, "--support");
  await signIn(page, { email, password });
  const field = page.getByRole("searchbox", {
    name: "Open a webhook, message or organisation by its ID",
  });
  await field.fill("the webhook of my server");
  await expect(page.getByText(/^An ID is wh_, msg_ or org_/)).toBeVisible();
  await field.fill("msg_01kb3x6v7cf2dsk8xkqz4n5w9a");
  await expect(page.getByText(/^No message has this ID/)).toBeVisible();
  await field.fill("wh_01kb3x6v7cf2dsk8xkqz4n5w9a");
  await expect(page.getByText("This webhook doesn't exist or has been deleted.")).toBeVisible();
  await field.fill(`My webhook (${id}) stopped.`);
  await expect(page).toHaveURL(`/support/webhooks/${id}`);
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();
  await expect(page.getByText("Harbour", { exact: true })).toBeVisible();
  await expect(field).toHaveValue("");

  await field.fill(`webhook-id: ${message}`);
  await expect(page).toHaveURL(`/support/webhooks/${id}?delivery=${message}`);
  const opened = page.getByRole("region", { name: "Message", exact: true });
  await expect(opened).toContainText(message);
  await expect(opened).toContainText("Attempt 1 succeeded");
  await opened.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(`/support/webhooks/${id}`);
  await expect(opened).toHaveCount(0);

  // The log is narrowed as the customer narrows it, and by what is pressed in a chart.
  const messages = page.getByRole("region", { name: "Deliveries" }).getByRole("listitem");
  await expect(messages).toHaveCount(2);
  await page.getByLabel("Type", { exact: true }).selectOption("files.resync");
  await expect(messages).toHaveCount(1);
  await expect(messages).toContainText("files.resync");
  await page.getByLabel("Status", { exact: true }).selectOption("Dropped");
  await expect(page.getByText("No messages match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(messages).toHaveCount(2);
  await page.getByRole("slider", { name: "Attempts" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/attempted=/);
  await page.getByRole("button", { name: "Clear filters" }).click();

  await callAs(customer, "post", `${base}/webhooks/${id}:pause`);
  await page.reload();
  await expect(page.getByText("Paused by the customer: nothing is sent.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Harbour", exact: true }).click();
  await expect(page).toHaveURL(`/support?organisation=${ada.orgId}`);
  await expect(page.getByText("1 webhook", { exact: true })).toBeVisible();
  await page.goto("/support/engine");
  await field.fill(ada.orgId);
  await expect(page).toHaveURL(`/support?organisation=${ada.orgId}`);

  // A failure has one explanation on its page.
  await field.fill(failed);
  const cause = page.getByRole("region", { name: "Problem" }).getByRole("status");
  await expect(cause).toHaveText(/^The host /);
  await expect(page.getByText(`Latest: ${await cause.textContent()}`)).toBeVisible();
  await customer.context().close();
});

/** Another organisation, whose webhooks fail for another reason and wait for another time. */
async function failElsewhere(browser: Browser): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  const owner = await makeUser("Quay");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "orders");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  for (const host of UNREACHABLE) await makeWebhook(page, base, `https://${host}/in`);
  await page.context().close();
}

const boxesOf = async (elements: Locator) =>
  (await Promise.all((await elements.all()).map((one) => one.boundingBox()))).filter(
    (box) => box !== null,
  );

test("a user who isn't support staff sees nothing there", async ({ page }) => {
  await signIn(page, await makeUser("Harbour"));
  await page.goto("/support");
  await expect(page.getByText(/for support staff/)).toBeVisible();
  await page.goto("/support/engine");
  await expect(page.getByText(/for support staff/)).toBeVisible();
});
