import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";

import { makePerson, signIn } from "./support/people";
import { makeFilesystem, type Receiver, startReceiver, writeFile } from "./support/webhooks";

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test("create, watch the resync arrive, break the endpoint, mend it, retry now: without a reload", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const ada = await makePerson("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks`);
  await page.getByRole("link", { name: "Create the first webhook" }).click();

  await page.getByLabel("URL", { exact: true }).fill("http://hooks.example.com/in");
  await expect(page.getByRole("listitem").filter({ hasText: "starts with" })).toContainText(": no");
  await page.getByLabel("URL", { exact: true }).fill("https://HOOKS.example.com/in");
  await expect(page.getByText("Will be called as")).toContainText(receiver.url);
  await page.getByRole("button", { name: "Create webhook" }).click();

  const secret = page.locator("code", { hasText: /^whsec_/ });
  await expect(secret).toBeVisible();
  await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
  const verifier = new Webhook(await secret.innerText());
  const { body, headers } = receiver.requests[0]!;
  expect(verifier.verify(body, Object.fromEntries(headers))).toMatchObject({
    type: "files.resync",
  });

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole("link", { name: "To the webhook" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(secret).toHaveCount(0);

  receiver.answer = { status: 500 };
  await writeFile(page, `/orgs/${ada.orgId}/filesystems/${fsId}`, "/hello.txt");
  const banner = page.getByRole("region", { name: "What is wrong" });
  await expect(banner).toContainText("The endpoint failed itself (500).");
  await expect(banner).toContainText(/Next attempt in \d+ s/);
  await expect(page.getByText(/Retrying since/)).toBeVisible();

  await page.getByRole("link", { name: /files\.changed/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("Attempt 1 failed");
  await expect(drawer).toContainText(/Comes again in \d+ s/);
  await expect(drawer).toContainText('"/hello.txt"');
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  receiver.answer = { status: 200 };
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("link", { name: /files\.changed/ })).toContainText("200");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("rotate, check a received request in the browser, delete by typing the host", async ({
  page,
}) => {
  const ada = await makePerson("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/new`);
  await page.getByLabel("URL", { exact: true }).fill(receiver.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
  const old = await page.locator("code", { hasText: /^whsec_/ }).innerText();
  await page.getByRole("link", { name: "To the webhook" }).click();

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "Rotate", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/signs beside it for another 2[34] h/);
  expect(await dialog.locator("code").innerText()).not.toBe(old);
  await page.getByRole("button", { name: "I have stored it" }).click();

  const asked: string[] = [];
  await page.getByRole("link", { name: "Verify", exact: true }).click();
  await page.getByLabel("Language").selectOption("Go");
  await expect(page.getByText("package main")).toBeVisible();
  const { head, body } = receiver.requests[0]!;
  page.on("request", (request) => asked.push(request.url()));
  await page.getByLabel("Request").fill(`${head}\n\n${body}`);
  await page.getByLabel("Secret", { exact: true }).fill(old);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The signature fits, and the message is fresh.")).toBeVisible();
  await page.getByLabel("Request").fill(`${head}\n\n${JSON.stringify(JSON.parse(body), null, 2)}`);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(/re-serialised/)).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const remove = page.getByRole("button", { name: "Delete the webhook" });
  await page.getByLabel(/^Type/).fill("example.com");
  await expect(remove).toBeDisabled();
  await page.getByLabel(/^Type/).fill("hooks.example.com");
  await remove.click();
  await expect(page.getByRole("link", { name: "Create the first webhook" })).toBeVisible();
});
