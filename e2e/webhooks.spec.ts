import { expect, type Locator, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";

import { accountMenu, makeUser, signIn } from "./helpers/people";
import {
  callAs,
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

test("create, watch the resync arrive, break the endpoint, fix it, retry now: without a reload", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks`);
  await page.getByRole("link", { name: "Create your first webhook" }).click();

  await page.getByLabel("URL", { exact: true }).fill("http://hooks.example.com/in");
  await expect(page.getByRole("listitem").filter({ hasText: "starts with" })).toContainText(": no");
  await page.getByLabel("URL", { exact: true }).fill("http://localhost:4000/hook");
  const command = page.getByRole("status").getByRole("code");
  const program = `TIDEMARK_API_URL=${new URL(page.url()).origin} tidemark`;
  await expect(command).toContainText(`${program} login --scope files:read,files:write,webhooks`);
  await expect(command).toContainText(
    `${program} listen ${fsId} --forward http://localhost:4000/hook`,
  );
  await page.getByLabel("URL", { exact: true }).fill(receiver.url.replace("hooks", "HOOKS"));
  await expect(page.getByText("Requests go to")).toContainText(receiver.url);
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
  await page.getByRole("link", { name: "Go to webhook" }).click();
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(crumbs.getByRole("listitem")).toHaveText(["Filesystems", "tickets", "Webhooks"]);
  await expect(secret).toHaveCount(0);

  receiver.response = { status: 500 };
  await writeFile(page, `/orgs/${ada.orgId}/filesystems/${fsId}`, "/hello.txt");
  const banner = page.getByRole("region", { name: "Problem" });
  await expect(banner).toContainText("Your endpoint returned 500.");
  await expect(banner).toContainText(/We retry in \d+ s/);
  await expect(page.getByText(/Retrying since/)).toBeVisible();
  await expect(banner).toContainText("Retrying for less than a minute");

  await page.getByRole("link", { name: /files\.changed/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("Attempt 1 failed");
  await expect(drawer).toContainText(/Retries in \d+ s/);
  await expect(drawer).toContainText('"/hello.txt"');
  await expect(drawer.getByRole("button", { name: "Retry now" })).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Resend", exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  // An attempt that is made meanwhile by itself is as good: the page says how the next one ended.
  const retry = page.getByRole("button", { name: "Retry now" });
  const before = await retry.boundingBox();
  await retry.click();
  await expect(page.getByText(/^Attempt \d failed\.$/)).toBeVisible({ timeout: 20_000 });
  expect(await retry.boundingBox()).toEqual(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^Attempt \d failed\.$/)).toBeInViewport();

  // Fixed only when the button is pressed: a scheduled attempt that succeeds would leave nothing to retry.
  page.on("request", (request) => {
    if (request.url().endsWith(":retry-now")) receiver.response = { status: 200 };
  });
  await page.getByRole("button", { name: "Retry now" }).click();
  // An attempt that was under way meanwhile is not the one that was asked for, and another follows it.
  const done = page.getByText(`${receiver.url.slice(8)}: delivered on attempt`);
  await expect(done).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("link", { name: /files\.changed/ })).toContainText("200");
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
});

test("the overview says why a webhook fails as its own page does, and retries it", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await receiver.close();
  const id = await makeWebhook(page, `/orgs/${ada.orgId}/filesystems/${fsId}`, receiver.url);
  const reason = "The host refused the connection on port 443.";
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
  await expect(page.getByRole("region", { name: "Problem" })).toContainText(reason);
  await writeFile(page, `/orgs/${ada.orgId}/filesystems/${fsId}`, "/a.txt");
  await page.goto(`/o/${ada.orgId}`);
  const item = page.getByRole("listitem").filter({ hasText: reason });
  await expect(item).toContainText("tickets");
  await expect(item).toContainText("1 pending change.");
  const change = page.getByRole("listitem").filter({ hasText: "/a.txt" });
  await expect(change).toContainText("tickets · by");
  await expect(item.getByRole("button", { name: "Retry now" })).toBeVisible();
  await page.context().setOffline(true);
  await item.getByRole("button", { name: "Retry now" }).click();
  await expect(item).toContainText("You're offline.");
  await page.context().setOffline(false);
  await item.getByRole("button", { name: "Retry now" }).click();
  await expect(item).toContainText(/Attempt \d failed\./, { timeout: 20_000 });
});

test("rotate, check a received request in the browser, delete by typing the address", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/new`);
  await page.getByLabel("URL", { exact: true }).fill(receiver.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
  const old = await page.locator("code", { hasText: /^whsec_/ }).innerText();
  await expect(page).toHaveURL(/\/webhooks\/wh_[^/]+\/ready$/);
  await page.getByRole("link", { name: "Go to webhook" }).click();
  await expect(page).toHaveTitle(new RegExp(`^${receiver.url.slice(8)} · `));
  // The page of the new webhook stays, without the secret.
  for (const isReload of [false, true]) {
    await (isReload ? page.reload() : page.goBack());
    await expect(page.getByText("We showed it once.")).toBeVisible();
    await expect(page.getByText("It has arrived.")).toBeVisible();
    await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
    expect(await page.content()).not.toContain(old);
  }
  await page.getByRole("link", { name: "Go to webhook" }).click();

  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  // A second rotation would replace the secret that is shown.
  let rotations = 0;
  await page.route("**/*:rotate-secret", async (route) => {
    rotations += 1;
    await route.continue();
  });
  await page.getByRole("button", { name: "Rotate", exact: true }).dblclick();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("also signs for 24 h");
  expect(rotations).toBe(1);
  // The only copy isn't lost to a key or a click beside it.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  expect(await dialog.locator("code").innerText()).not.toBe(old);
  await page.getByRole("button", { name: "I've stored it" }).click();

  await expect(page.getByText("The old secret stops signing in 24 hours")).toBeVisible();

  const sent: string[] = [];
  await page.getByRole("link", { name: "Verify", exact: true }).click();
  await page.getByRole("button", { name: "Go", exact: true }).click();
  const code = page.getByText("package main");
  await expect(code).toBeVisible();
  // In colours once they are there.
  await expect(code.locator("span").first()).toBeVisible();
  const { head, body } = receiver.requests[0]!;
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.getByLabel("Request").fill(`${head}\n\n${body}`);
  await page.getByLabel("Secret", { exact: true }).fill(old);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The signature is valid and the message is recent.")).toBeVisible();
  await page.getByLabel("Request").fill(`${head}\n\n${JSON.stringify(JSON.parse(body), null, 2)}`);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(/re-serialised/)).toBeVisible();
  const [, signature = "none"] = /v1,(\S+)/.exec(head) ?? [];
  for (const text of [old.slice("whsec_".length), signature])
    expect(sent.filter((it) => it.includes(text) || it.includes(encodeURIComponent(text)))).toEqual(
      [],
    );

  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const remove = page.getByRole("button", { name: "Delete webhook" });
  await page.getByLabel(/^Type/).fill(receiver.host);
  await expect(remove).toBeDisabled();
  await page.getByLabel(/^Type/).fill(receiver.url.slice(8));
  await remove.click();
  await expect(page.getByRole("link", { name: "Create your first webhook" })).toBeVisible();
});

test("the list is searched and narrowed by status, and the address holds both", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  await makeWebhook(page, base, receiver.url);
  await makeWebhook(page, base, "https://erp.example.com/changes");
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks`);
  const rows = page.getByRole("article");
  await expect(page.getByRole("button", { name: "Retrying 1" })).toBeVisible();
  await expect(rows.first()).toContainText("1 delivered, 0 failed in 24 h");
  await expect(rows.last()).toContainText(/0 delivered, [1-9]\d* failed in 24 h/, {
    timeout: 15_000,
  });

  await expect(rows.last()).toContainText("The host refused the connection on port 443.");
  await expect(rows.last().getByRole("button", { name: "Retry now" })).toBeVisible();

  await page.getByRole("button", { name: "Retrying 1" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/status=retrying/);
  // As fast as a keyboard can, on a slow machine: no e-mail is lost.
  const machine = await page.context().newCDPSession(page);
  await machine.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.getByRole("searchbox").pressSequentially("HOOKS");
  await machine.detach();
  await expect(page.getByRole("searchbox")).toHaveValue("HOOKS");
  await expect(page.getByText("No webhooks match these filters")).toBeVisible();
  await expect(page).toHaveURL(/q=HOOKS/);
  await page.getByRole("button", { name: "All 1" }).click();
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("HOOKS");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(receiver.host);
});

test("a refused form puts the focus on the field that is wrong", async ({ page }) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/new`);
  const url = page.getByLabel("URL", { exact: true });
  await url.fill("https://hooks.example.com:8443/in");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(url).toHaveAttribute("aria-invalid", "true");
  await expect(url).toBeFocused();
  // What was refused is not what is there any more.
  await url.fill("https://hooks.example.com/in");
  await expect(url).not.toHaveAttribute("aria-invalid", "true");
});

test("the prefix is found among the directories, and only what lies below it arrives", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const body = { path: "/2026/11", parents: true };
  await callAs(page, "post", `${base}/directories`, body);
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/new`);
  await page.getByLabel("URL", { exact: true }).fill(receiver.url);
  await page.getByRole("button", { name: "2026", exact: true }).click();
  await page.getByRole("button", { name: "11", exact: true }).click();
  await expect(page.getByLabel("Path prefix")).toHaveValue("/2026/11");
  await page.getByRole("button", { name: "Up" }).click();
  await expect(page.getByLabel("Path prefix")).toHaveValue("/2026");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
  await writeFile(page, base, "/other.txt");
  await writeFile(page, base, "/2026/in.txt");
  await expect.poll(() => receiver.requests.length).toBe(2);
  expect(receiver.requests[1]?.body).toContain("/2026/in.txt");
  expect(receiver.requests[1]?.body).not.toContain("/other.txt");
});

test("a failure is explained, a message is copied as a command, and the log is filtered by time", async ({
  page,
  context,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  receiver.response = { status: 410 };
  const made = (await callAs(page, "post", `${base}/webhooks`, { url: receiver.url })) as {
    id: string;
    secret: string;
  };
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${made.id}`);
  await page.getByRole("link", { name: /files\.resync/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("region", { name: "What to do" })).toContainText(
    "What http_410 means",
  );
  await drawer.getByRole("button", { name: "Retry now" }).click();
  const second = drawer.getByRole("listitem").filter({ hasText: "Attempt 2 failed" });
  // To be found in the log of a server; the cause is that of the attempt before.
  await expect(second).toContainText(/\d\d:\d\d:\d\d/);
  await expect(second).not.toContainText("410 Gone");

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const about = drawer.getByText(/signed with TIDEMARK_WEBHOOK_SECRET from your shell/);
  await expect(about).toBeHidden();
  await drawer.getByText("Resend with cURL").click();
  await expect(about).toBeVisible();
  const [bodyBox, headersBox] = await Promise.all(
    ["Body as sent", "Headers"].map((name) => drawer.getByRole("region", { name }).boundingBox()),
  );
  expect(bodyBox!.y).toBeLessThan(headersBox!.y);
  const isOnTop = await drawer.getByRole("button", { name: "Close" }).evaluate((button) => {
    const scrolled = button.closest("[role=dialog]");
    const step = scrolled?.querySelector("li")?.getBoundingClientRect();
    const { x, y, width, height } = button.getBoundingClientRect();
    scrolled?.scrollBy(0, (step?.y ?? 0) - y);
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop, "a step of the timeline scrolls below the buttons at the top").toBe(true);
  await drawer.getByLabel(/sign it here/).fill(made.secret);
  await drawer.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(drawer).toContainText("Signed just now");
  await drawer.getByRole("button", { name: "Copy as cURL" }).click();
  await expect(drawer.getByText("Copied", { exact: true })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const headers = [...command.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const [, body = ""] = /--data-raw '([^']*)'$/.exec(command) ?? [];
  expect(new Webhook(made.secret).verify(body, Object.fromEntries(headers))).toMatchObject({
    type: "files.resync",
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /files\.resync/ })).toBeFocused();

  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(
    page.getByRole("img", { name: /^Attempts: 0 delivered, [1-9]\d* failed/ }),
  ).toBeVisible();
  await expect(page.getByRole("img", { name: /^Latency/ })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Attempts over time" })).toBeAttached();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([
    "Attempts",
    "Latency, p50 to p95",
    "Failures by code",
  ]);
  await page.getByRole("slider", { name: "Attempts" }).press("Enter");
  await expect(page).toHaveURL(/attempted=/);
  await expect(page.getByRole("heading", { name: "Deliveries" })).toBeFocused();
  await expect(page.getByRole("link", { name: /files\.resync/ })).toBeVisible();
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await page.getByRole("slider", { name: "Attempts" }).press("ArrowLeft");
  await page.getByRole("slider", { name: "Attempts" }).press("Enter");
  await expect(page.getByText("No messages match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Time", { exact: true }).selectOption("1h");
  await expect(page).toHaveURL(/within=1h/);
  await expect(page.getByRole("link", { name: /files\.resync/ })).toBeVisible();
  await callAs(page, "patch", `${base}/webhooks/${made.id}`, { url: `${receiver.url}/moved` });
  const dropped = page.getByRole("link", { name: /files\.resync/ }).filter({ hasText: "Dropped" });
  await expect(dropped).toContainText("http_410");
  await page.getByLabel("Type").selectOption("files.changed");
  await expect(page.getByText("No messages match these filters")).toBeVisible();

  await page.goto(`/o/${ada.orgId}`);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: /message ID/ }).fill("need attention");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/o/${ada.orgId}/webhooks?status=unhealthy`);
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Control+k");
  const id = Object.fromEntries(headers)["webhook-id"] ?? "";
  await page.getByRole("searchbox", { name: /message ID/ }).fill(id);
  await page.getByRole("link", { name: id }).click();
  await expect(page).toHaveURL(new RegExp(`${made.id}\\?delivery=${id}`));
  await expect(page.getByRole("dialog")).toContainText("files.resync");
  await page.keyboard.press("Escape");
});

test("what was searched for and signed in one message is not shown with another", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  await expect.poll(() => receiver.requests.length).toBe(1);
  await callAs(page, "post", `${base}/webhooks/${id}:pause`);
  for (let i = 0; i < 11; i++) await writeFile(page, base, `/a${i}.txt`);
  await callAs(page, "post", `${base}/webhooks/${id}:resume`);
  await expect.poll(() => receiver.requests.length).toBe(2);
  await writeFile(page, base, "/zebra.txt");
  await expect.poll(() => receiver.requests.length).toBe(3);
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
  await page
    .getByRole("link", { name: /files\.changed/ })
    .first()
    .click();
  const drawer = page.getByRole("dialog");
  const events = drawer.getByRole("table").getByRole("row");
  await expect(events).toHaveCount(2);
  await drawer.getByRole("button", { name: "Next (J)" }).click();
  await expect(events).toHaveCount(12);
  await drawer.getByRole("searchbox").fill("a3");
  await expect(events).toHaveCount(2);
  await drawer.getByText("Resend with cURL").click();
  const secret = drawer.getByLabel(/sign it here/);
  await secret.fill("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3");
  await drawer.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(drawer).toContainText("Signed just now");
  await drawer.getByRole("button", { name: "Previous (K)" }).click();
  await expect(drawer.getByRole("cell", { name: "/zebra.txt" })).toBeVisible();
  await expect(drawer).not.toContainText("Signed just now");

  // As on a page that came over plain http.
  await page.evaluate(() => Reflect.deleteProperty(Crypto.prototype, "subtle"));
  await drawer.getByText("Resend with cURL").click();
  await secret.fill("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3");
  await drawer.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(drawer.getByText(/over plain http/)).toBeVisible();
});

test("the deliveries of an organisation are narrowed to a webhook and opened in place", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const [tickets, invoices] = [
    await makeFilesystem(page, ada.orgId, "tickets"),
    await makeFilesystem(page, ada.orgId, "invoices"),
  ];
  const base = `/orgs/${ada.orgId}/filesystems/${tickets}`;
  await makeWebhook(page, base, `${receiver.url}/one`);
  await makeWebhook(page, base, `${receiver.url}/two`);
  await makeWebhook(page, `/orgs/${ada.orgId}/filesystems/${invoices}`, `${receiver.url}/three`);
  const rows = page.getByRole("link", { name: /files\.resync/ });
  await page.goto(`/o/${ada.orgId}/deliveries`);
  await expect(rows).toHaveCount(3);
  const id = await idOf(rows.last());
  const byId = page.getByLabel("Open a message by its ID");
  await byId.fill("order 4711");
  const noId = page.getByText("A message ID is msg_ and 26 letters and digits.");
  await expect(noId).toBeVisible();
  await byId.fill("msg_01");
  await expect(noId).toBeHidden();
  await byId.fill(`level=info webhook-id=${id} ok`);
  await expect(page.getByRole("dialog")).toContainText(id);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByLabel("Filesystem").selectOption("tickets");
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("Webhook").getByRole("option")).toHaveCount(3);
  await page.getByLabel("Webhook").selectOption({ label: `${receiver.url.slice(8)}/two` });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("/two · tickets");
  await expect(page).toHaveURL(/filesystem=fs_.*webhook=wh_/);

  await rows.click();
  await expect(page).toHaveURL(new RegExp(`/o/${ada.orgId}/deliveries\\?.*delivery=msg_`));
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("Attempt 1 succeeded");
  await drawer.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(drawer.getByText("Resent and delivered")).toBeVisible();
  await expect(drawer.getByText("Requested.")).toHaveCount(0);
  await page.reload();
  await expect(drawer.getByRole("link", { name: /\/two$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(3);

  await page.getByRole("link", { name: "Webhooks" }).click();
  const webhooks = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await expect(webhooks).toHaveCount(3);
  const search = page.getByLabel(/^Search by URL/);
  await search.fill("/TWO");
  await expect(webhooks).toHaveText([/\/two/]);
  await expect(page.getByRole("button", { name: "All 1" })).toBeVisible();
  await search.fill("invoices");
  await expect(webhooks).toHaveText([/\/three/]);
  await expect(page).toHaveURL(/\?q=invoices$/);
  await search.fill("nothing like it");
  await expect(page.getByText("No webhooks match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(webhooks).toHaveCount(3);
  await expect(search).toHaveValue("");
});

const idOf = async (row: Locator) =>
  new URL((await row.getAttribute("href"))!, "http://x").searchParams.get("delivery")!;

test("times are shown exactly, in UTC, for who chose that", async ({ page }) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  await makeWebhook(page, `/orgs/${ada.orgId}/filesystems/${fsId}`, receiver.url);
  await page.goto(`/o/${ada.orgId}/deliveries`);
  const message = page.getByRole("link", { name: /files\.resync/ });
  await expect(message).toContainText(/just now|ago/);
  await accountMenu(page).click();
  await page.getByRole("menuitemradio", { name: "UTC" }).click();
  const exact = new RegExp(`${new Date().getUTCFullYear()}.* UTC`);
  await expect(message).toContainText(exact);
  await page.reload();
  await expect(message).toContainText(exact);
});

test("the creator of a webhook loses access: the page says so at once, and offers no way back", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const key = (await callAs(page, "post", `/orgs/${ada.orgId}/api-keys`, { name: "backend" })) as {
    id: string;
    key: string;
  };
  await callAs(page, "put", `${base}/grants`, { api_key_id: key.id, mode: "rw" });
  const headers = { authorization: `Bearer ${key.key}` };
  const like = { url: receiver.url, path_prefix: "/open", description: "Search index" };
  const made = await callAs(page, "post", `${base}/webhooks`, like, headers);
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${(made as { id: string }).id}`);
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();
  await callAs(page, "delete", `${base}/grants/${key.id}`);
  await expect(page.getByText("Disabled: creator lost access")).toBeVisible();
  const problem = page.getByRole("region", { name: "Problem" });
  await expect(problem).toContainText(
    "The creator of this webhook, the API key “backend”, can no longer read the filesystem.",
  );
  await expect(problem).toContainText("It can't be re-enabled.");
  await expect(page.getByRole("button", { name: "Enable" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Retry now" })).toHaveCount(0);
  await page.getByRole("button", { name: "Actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Rotate secret" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Create again" }).click();
  await expect(page.getByLabel("URL", { exact: true })).toHaveValue(like.url);
  await expect(page.getByLabel("Path prefix")).toHaveValue("/open");
  await expect(page.getByLabel("Description")).toHaveValue(like.description);
});

test("what arrives while a row is pressed does not move it away from the click", async ({
  page,
  context,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  const beside = await context.newPage();
  for (const one of [page, beside]) {
    await one.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
    await expect(one.getByRole("link", { name: /files\.resync/ })).toContainText("200");
    await expect(one.getByText("Live", { exact: true })).toBeVisible();
  }
  const problem = "Your endpoint returned 410 Gone.";
  receiver.response = { status: 410 };
  await page.getByRole("link", { name: /files\.resync/ }).hover();
  await page.mouse.down();
  await writeFile(page, base, "/a.txt");
  await expect(beside.getByText(problem)).toBeVisible();
  await expect(page.getByText(problem)).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toContainText("files.resync");
  await page.keyboard.press("Escape");
  await expect(page.getByText(problem)).toBeVisible();
});

test("the outcome of an attempt is on the page at once", async ({ page }) => {
  test.setTimeout(90_000);
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const fsId = await makeFilesystem(page, ada.orgId, "tickets");
  const base = `/orgs/${ada.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  await page.goto(`/o/${ada.orgId}/filesystems/${fsId}/webhooks/${id}`);
  await expect(page.getByRole("link", { name: /files\.resync/ })).toContainText("200");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();

  const delays: number[] = [];
  const rows = page.getByRole("region", { name: "Deliveries" }).getByRole("listitem");
  for (let n = 1; n <= 10; n++) {
    // The page notes when a row more says that it was answered; both clocks are this machine's.
    const seen = page.evaluate(waitForAnswered, n + 1);
    await writeFile(page, base, `/${n}.txt`);
    await expect.poll(() => receiver.requests.length).toBe(n + 1);
    const answeredAt = performance.timeOrigin + receiver.requests[n]!.at;
    delays.push(Math.round((await seen) - answeredAt));
    await expect(rows).toHaveCount(n + 1);
  }
  const median = delays.toSorted((a, b) => a - b)[5] ?? Number.NaN;
  console.log(`ms from request to page: ${delays.join(", ")}; median ${median}`);
  // Without an announcement it would be there after up to 3 s.
  expect(median).toBeLessThan(1_500);
});

/** Runs in the page: when `count` rows say 200, in milliseconds since 1970. */
function waitForAnswered(count: number): Promise<number> {
  return new Promise((resolve) => {
    const view = () => {
      const rows = document.querySelectorAll("section[aria-label=Deliveries] li");
      const answered = [...rows].filter((row) => row.textContent?.startsWith("200"));
      if (answered.length < count) return;
      observer.disconnect();
      resolve(Date.now());
    };
    const observer = new MutationObserver(view);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    view();
  });
}

test("a new webhook begins on the page of all webhooks, with its filesystem", async ({ page }) => {
  const ada = await makeUser("Lagoon");
  await signIn(page, ada);
  const all = `/o/${ada.orgId}/webhooks`;
  await page.goto(all);
  await expect(page.getByRole("link", { name: "View filesystems" })).toBeVisible();
  const first = await makeFilesystem(page, ada.orgId, "tickets");
  await page.reload();
  await page.getByRole("link", { name: "New webhook" }).click();
  await expect(page).toHaveURL(`/o/${ada.orgId}/filesystems/${first}/webhooks/new`);

  const second = await makeFilesystem(page, ada.orgId, "invoices");
  await makeWebhook(page, `/orgs/${ada.orgId}/filesystems/${first}`, receiver.url);
  await page.goto(all);
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await expect(dialog.getByRole("link")).toHaveText(["invoices", "tickets"]);
  await page.keyboard.type("nothing");
  await expect(dialog.getByText("No filesystem matches “nothing”")).toBeVisible();
  await dialog.getByRole("searchbox").fill("INVO");
  await dialog.getByRole("link", { name: "invoices" }).click();
  await expect(page).toHaveURL(`/o/${ada.orgId}/filesystems/${second}/webhooks/new`);
  await expect(dialog).toHaveCount(0);
});
