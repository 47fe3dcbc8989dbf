import path from "node:path";

import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";

import { canSetClocks, type Clock, createClock, startDatabase } from "./helpers/clock";
import { createOwnService, READY_MS } from "./helpers/own-service";
import { fillInSignIn } from "./helpers/people";
import { PORTS } from "./helpers/ports";
import {
  callAs,
  makeFilesystem,
  makeWebhook,
  type Receiver,
  receiverSettings,
  startReceiver,
  writeFile,
} from "./helpers/webhooks";

// Of its own: its clock is set ahead.
const service = createOwnService(PORTS.disabled, await receiverSettings());
const ada = { email: "ada@example.com", password: "a-password-that-is-long" };
let receiver: Receiver;
let clock: Clock;
let orgId = "";

test.use({ baseURL: service.origin });
test.skip(!canSetClocks, "no clock can be set ahead: install Debian's package faketime");

test.beforeAll(async () => {
  test.setTimeout(2 * READY_MS);
  receiver = await startReceiver();
  await service.start();
  await service.admin("create-user", "--email", ada.email, "--password", ada.password);
  const made = await service.admin("create-org", "--name", "Lighthouse", "--owner", ada.email);
  orgId = z.object({ id: z.string() }).parse(made).id;
  await service.stop();
  clock = createClock(path.join(service.directory, "clock"));
  await startDatabase(service.dataDir, clock);
  await service.start(clock.env);
});
test.afterAll(async () => {
  await service.close();
  await receiver.close();
});

const Webhook = z.object({ state: z.string(), next_attempt_at: z.string().nullable() });

/** Lets each wait for the next attempt pass at once until the webhook is disabled. */
async function passTheDay(page: Page, route: string): Promise<void> {
  const view = async () => {
    const { state, next_attempt_at } = Webhook.parse(await callAs(page, "get", route));
    if (next_attempt_at !== null) clock.setAhead(Date.parse(next_attempt_at));
    return state;
  };
  await expect.poll(view, { timeout: READY_MS, intervals: [250] }).toBe("disabled");
}

test("after a day of failures a webhook is disabled; enabled again, it resyncs: without a reload", async ({
  page,
}) => {
  test.setTimeout(READY_MS + 60_000);
  await page.goto(`/sign-in?callbackUrl=/o/${orgId}`);
  await fillInSignIn(page, ada);
  await expect(page).toHaveURL(`/o/${orgId}`);
  const fsId = await makeFilesystem(page, orgId, "tickets");
  const base = `/orgs/${orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  await page.goto(`/o/${orgId}/filesystems/${fsId}/webhooks/${id}`);
  await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  receiver.response = { status: 500 };
  await writeFile(page, base, "/hello.txt");
  const banner = page.getByRole("region", { name: "Problem" });
  await expect(banner).toContainText(/If it isn't fixed by .+, we disable the webhook\./);

  const begun = clock.now();
  await passTheDay(page, `${base}/webhooks/${id}`);
  expect(clock.now() - begun).toBeGreaterThan(23 * 60 * 60 * 1_000);
  await expect(banner).toContainText("Disabled: it failed for 24 hours.");
  const attempts = receiver.requests.slice(1);
  expect(attempts.length).toBeGreaterThan(25);
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);

  receiver.response = { status: 200 };
  await page.getByRole("button", { name: "Enable" }).click();
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect.poll(() => receiver.requests.length).toBe(attempts.length + 2);
  expect(JSON.parse(receiver.requests.at(-1)?.body ?? "")).toMatchObject({ type: "files.resync" });
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
});
