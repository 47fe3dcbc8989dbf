import { expect, test } from "@playwright/test";

import { chooseOfKey } from "./helpers/api-keys";
import { makeUser, signIn } from "./helpers/people";
import { comeBack, refuse, refuseAgain } from "./helpers/refetch";
import { callAs, makeFilesystem, writeFile } from "./helpers/webhooks";

test("what the page shows stays when it can't be read again, above all what is shown once", async ({
  page,
}) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tides");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/mounts`);
  await page.getByRole("button", { name: "New mount" }).click();
  await page.getByRole("button", { name: "Create mount" }).click();
  const ticket = page.getByText(/^tmktk_/);
  await expect(ticket).toBeVisible();
  await refuseAgain(page, new RegExp(`/api/v1/.*/filesystems/${fsId}$`));
  await expect(ticket).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: "Files", exact: true })).toBeVisible();

  await callAs(page, "post", `/orgs/${owner.orgId}/api-keys`, { name: "ci" });
  await page.goto(`/o/${owner.orgId}/keys`);
  await chooseOfKey(page, "ci", "Rotate secret");
  await refuse(page, /\/api-keys(\?|$)/);
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByText("New secret for ci")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "More actions for ci" })).toBeVisible();

  await page.goto(`/o/${owner.orgId}/members?do=invite`);
  await page.getByLabel("E-mail").fill("grace@example.com");
  // Its answer never comes.
  await page.route(/\/members(\?|$)/, () => undefined);
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText(/\/invitation#/)).toBeVisible();
});

test("what was found stays when it can't be looked for again", async ({ page }) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tides");
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/report.txt");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files?q=report&below=true`);
  const found = page.getByRole("button", { name: /report\.txt$/ }).first();
  await expect(found).toBeVisible();
  await refuseAgain(page, /\/search\?/);
  await expect(found).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Too many attempts");
});

test("a service without its database is asked less and less often until it answers", async ({
  page,
}) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/filesystems`);
  await expect(page.getByText("No filesystems yet")).toBeVisible();
  // A message goes away by itself: whether there ever was one is noted.
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.innerText.includes("Connection restored"))
        Object.assign(window, { wasRestored: true });
    }).observe(document.body, { childList: true, subtree: true }),
  );
  const wasRestored = () => page.evaluate(() => "wasRestored" in window);
  const checks: number[] = [];
  let asked = 0;
  page.on("request", (request) => {
    if (/\/api\/v1\/(ready|health)$/.test(request.url())) checks.push(Date.now());
    else if (request.url().includes("/api/v1/")) asked += 1;
  });
  const json = { detail: { code: "unavailable", message: "Unavailable.", request_id: "req_1" } };
  const isDown = { database: "failing", queue: "ok", blob_store: "ok" };
  // Only that the process runs is still true.
  await page.route(/\/api\/v1\/(?!health)/, (route) => route.fulfill({ status: 503, json }));
  await page.route(/\/api\/v1\/ready$/, (route) => route.fulfill({ status: 503, json: isDown }));
  const banner = page.getByText("We can't reach the service. Reconnecting");
  const restored = page.getByText("Connection restored");
  // A page that isn't interactive yet doesn't notice that someone came back.
  await expect(async () => {
    await comeBack(page);
    await expect(banner).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect.poll(() => checks.length, { timeout: 30_000 }).toBe(3);
  // One second after the first failure, then two and four later.
  expect(checks[2]! - checks[0]!).toBeGreaterThan(5_500);
  expect(await wasRestored()).toBe(false);

  // It says that it is well, and what the page shows still can't be read.
  const isReady = { ...isDown, database: "ok" };
  await page.route(/\/api\/v1\/ready$/, (route) => route.fulfill({ json: isReady }));
  await expect.poll(() => checks.length, { timeout: 40_000 }).toBe(5);
  expect(checks[4]! - checks[3]!).toBeGreaterThan(7_500);
  expect(await wasRestored()).toBe(false);
  await expect(banner).toBeVisible();
  expect(asked).toBeLessThan(150);

  await page.unroute(/\/api\/v1\/(?!health)/);
  await expect(restored).toBeVisible({ timeout: 30_000 });
  await expect(banner).toBeHidden();
});
