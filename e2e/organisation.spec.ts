import { randomBytes } from "node:crypto";

import { type Browser, expect, type Page, test } from "@playwright/test";
import { z } from "zod";

import { chooseOfKey } from "./helpers/api-keys";
import { addMember } from "./helpers/database";
import { admin, fillInSignIn, makeUser, signIn } from "./helpers/people";
import { refuse } from "./helpers/refetch";
import {
  callAs,
  makeFilesystem,
  makeWebhook,
  type Receiver,
  startReceiver,
  writeFile,
} from "./helpers/webhooks";

let receiver: Receiver;

// Whole journeys, on machines that may be busy.
test.describe.configure({ timeout: 90_000 });

test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("signed out, a page of the console leads to the sign-in and back", async ({ page }) => {
  const owner = await makeUser("Lagoon");
  await page.goto(`/o/${owner.orgId}/audit?action=organisation.created`);
  await fillInSignIn(page, owner);
  await expect(page).toHaveURL(`/o/${owner.orgId}/audit?action=organisation.created`);
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
});

test("support staff get to their pages from the menu, others see no way there", async ({
  page,
}) => {
  const email = `staff-${randomBytes(6).toString("hex")}@example.com`;
  const staff = { email, password: randomBytes(18).toString("hex") };
  await admin("create-user", "--email", email, "--password", staff.password, "--support");
  const made = await admin("create-org", "--name", "Pharos", "--owner", email);
  await signIn(page, staff);
  await page.goto(`/o/${z.object({ id: z.string() }).parse(made).id}`);
  await page.getByRole("button", { name: "Account of" }).click();
  await page.getByRole("menuitem", { name: "Support" }).click();
  await expect(page).toHaveURL("/support");

  const owner = await makeUser("Bollard");
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}`);
  await page.getByRole("button", { name: "Account of" }).click();
  await expect(page.getByRole("menuitem", { name: "Account" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Support" })).toBeHidden();
});

test("a disabled organisation says so on each of its pages, and comes back", async ({ page }) => {
  const owner = await makeUser("Mole");
  await signIn(page, owner);
  await admin("disable-org", owner.orgId);
  for (const name of ["", "/filesystems", "/members", "/keys", "/audit", "/settings"]) {
    await page.goto(`/o/${owner.orgId}${name}`);
    await expect(page.getByRole("alert").first()).toContainText("This organisation is disabled.");
  }
  await admin("enable-org", owner.orgId);
  await page.goto(`/o/${owner.orgId}/members`);
  await expect(page.getByRole("main").getByText(owner.email)).toBeVisible();
});

test("the account is in sections, and what deletes is set apart", async ({ page }) => {
  const owner = await makeUser("Groyne");
  await signIn(page, owner);
  await page.goto("/account");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    "Profile",
    "Security",
    "Sessions",
    "Danger zone",
  ]);
  const security = main.getByRole("region", { name: "Security", exact: true });
  await expect(security.getByRole("heading", { level: 3 })).toHaveText([
    "Password",
    "Passkeys",
    "Two-factor authentication",
    "Other ways to sign in",
  ]);
  await main.getByRole("link", { name: "Sessions" }).click();
  await expect(main.getByRole("heading", { name: "Sessions" })).toBeInViewport();
  const danger = main.getByRole("region", { name: "Danger zone" });
  await expect(danger.getByRole("button")).toHaveText(["Delete account"]);

  await page.goto(`/o/${owner.orgId}/settings`);
  await expect(danger.getByRole("button")).toHaveText(["Delete organisation"]);
  await expect(main.getByText("Name", { exact: true })).toHaveCount(1);
});

test("a session or an invitation is ended once, also by a double click", async ({
  page,
  browser,
}) => {
  const owner = await makeUser("Groyne");
  const elsewhere = await browser.newContext();
  await signIn(await elsewhere.newPage(), owner);
  await elsewhere.close();
  await signIn(page, owner);
  const invitation = { email: "grace@example.com", role: "member" };
  await callAs(page, "post", `/orgs/${owner.orgId}/invitations`, invitation);
  const ended: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE") ended.push(new URL(request.url()).pathname);
  });
  for (const [location, empty] of [
    ["/account", undefined],
    [`/o/${owner.orgId}/members`, "No pending invitations"],
  ]) {
    await page.goto(location!);
    const revoke = page.getByRole("button", { name: /^Revoke / });
    // An invitation is asked about.
    const last = page.getByRole("dialog").getByRole("button", { name: "Revoke" });
    if (empty !== undefined) await revoke.click();
    await (empty === undefined ? revoke : last).dblclick();
    await expect(revoke).toHaveCount(0);
    if (empty !== undefined) await expect(page.getByText(empty)).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  }
  expect(ended).toHaveLength(2);
});

test("filesystems are sorted by name, size or health", async ({ page }) => {
  const owner = await makeUser("Slip");
  await signIn(page, owner);
  for (const [name, files] of [
    ["scans", 1],
    ["exports", 2],
    ["archive", 0],
  ] as const) {
    const id = await makeFilesystem(page, owner.orgId, name);
    const base = `/orgs/${owner.orgId}/filesystems/${id}`;
    for (let i = 0; i < files; i++) await writeFile(page, base, `/${i}.txt`);
  }
  await page.goto(`/o/${owner.orgId}/filesystems`);
  const rows = page.getByRole("list", { name: "Filesystems" }).getByRole("listitem");
  await expect(rows).toHaveText([/^archive/, /^exports/, /^scans/]);
  // What the browser does with a link beside following it stays its own.
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "exports" }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL(/\/files$/);
  await tab.close();
  await expect(page).toHaveURL(/\/filesystems$/);
  await page.getByRole("button", { name: "Size" }).click();
  await expect(rows).toHaveText([/^exports.*Changed /, /^scans.*Changed /, /^archive.*Created /]);
  await expect(page).toHaveURL(/\/filesystems\?sort=-size$/);
  await page.reload();
  await expect(rows.first()).toHaveText(/^exports/);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(rows.first()).toHaveText(/^archive/);
});

test("the usage of a filesystem names the limit that it reaches first", async ({ page }) => {
  const owner = await makeUser("Slip");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "scans");
  const other = await makeFilesystem(page, owner.orgId, "letters");
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${other}`, "/a.txt");
  await admin("set-quota", "--org", owner.orgId, "--bytes", "5000000", "--entries", "unlimited");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/usage`);
  await expect(page.getByText("Your organisation uses 6 B of 4.8 MiB")).toBeVisible();
  await expect(page.getByText("unlimited")).toHaveCount(1);
  await expect(page.getByText(/in the 30 days before$/)).toHaveCount(2);
  await page.getByLabel("Period").selectOption("Last 7 days");
  await expect(page.getByRole("heading", { name: "Transfer, last 7 days" })).toBeVisible();
  await admin("set-quota", fsId, "--bytes", "0", "--entries", "unlimited");
  await page.reload();
  await expect(page.getByText("Full: writes that need more room fail.")).toBeVisible();
  // What is in the trash is in no number but its own.
  const files = `/orgs/${owner.orgId}/filesystems/${other}/files?path=/a.txt`;
  await callAs(page, "delete", files);
  await page.goto(`/o/${owner.orgId}/filesystems/${other}/usage`);
  await expect(page.getByText(/^Plus 6 B \(1 file or folder\) in the trash/)).toBeVisible();
  await expect(page.getByRole("definition").first()).toHaveText(/^0 B /);
});

test("invitations are searched with the members, and taken back after a question", async ({
  page,
}) => {
  const owner = await makeUser("Weir");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/members`);
  const invite = async () => {
    await page.getByRole("button", { name: "Invite member" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill("mei@example.com");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
  };
  await invite();
  await page.getByRole("button", { name: "Done" }).click();
  await invite();
  await expect(page.getByText(/^This address has a pending invitation/)).toBeVisible();
  await page.keyboard.press("Escape");
  const search = page.getByRole("searchbox", { name: "Search members" });
  await search.fill("zebra");
  await expect(page.getByText("No invitations match “zebra”")).toBeVisible();
  await search.fill("mei");
  const revoke = page.getByRole("button", { name: "Revoke invitation for mei@example.com" });
  await revoke.click();
  const dialog = page.getByRole("dialog", { name: "Revoke the invitation for mei@example.com?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await revoke.click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Invitation for mei@example.com revoked")).toBeVisible();
  await expect(revoke).toHaveCount(0);
});

test("an owner deletes the organisation, and then their account", async ({ page, browser }) => {
  const owner = await makeUser("Shoal");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/settings`);

  // The last owner has to leave the organisation to someone, or delete it.
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: /^Delete/ });
  await expect(submit).toBeDisabled();
  await dialog.getByRole("textbox").fill(owner.email);
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("only owner of an organisation");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`/o/${owner.orgId}/settings`);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: /^Copy/ }).click();
  await expect(page.getByRole("paragraph").filter({ hasText: "Couldn't copy" })).toBeVisible();
  await page.getByRole("button", { name: "Delete organisation" }).click();
  await dialog.getByRole("textbox").fill("Shoal");
  await submit.click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Shoal" })).toHaveCount(0);

  const elsewhere = await browser.newPage();
  await signIn(elsewhere, owner);
  await page.goto("/account");
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await dialog.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(0);
  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/sign-in/);
  await elsewhere.close();

  await page.getByRole("button", { name: "Delete account" }).click();
  await dialog.getByRole("textbox").fill(owner.email);
  await submit.click();
  await expect(page).toHaveURL(/sign-in/);
  await fillInSignIn(page, owner);
  await expect(page.getByRole("alert").first()).toBeVisible();
});

test("from an empty organisation to a first delivered message", async ({ page, request }) => {
  const owner = await makeUser("Jetty");
  await signIn(page, owner);
  await expect(page).toHaveURL(`/o/${owner.orgId}`);

  await page.getByRole("button", { name: "New filesystem" }).click();
  await page.getByLabel("Name", { exact: true }).fill("first");
  await page.getByRole("button", { name: "Create filesystem" }).click();

  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("backend");
  await page.getByLabel("Access to first").selectOption("rw");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Granted access to 1 filesystem.")).toBeVisible();
  const key = await page.getByText(/^tmk_/).innerText();
  await page.getByRole("button", { name: "Done" }).click();

  const link = page.getByRole("link", { name: "New webhook" });
  const [, fsId] = /filesystems\/([^/]+)\//.exec((await link.getAttribute("href")) ?? "") ?? [];
  const base = `/api/v1/orgs/${owner.orgId}/filesystems/${fsId}`;
  const headers = { authorization: `Bearer ${key}` };
  const made = await request.post(`${base}/webhooks`, {
    headers,
    data: { url: receiver.url },
  });
  expect(made.status()).toBe(201);
  // A change before the first resync is sent is part of it.
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(1);
  await request.put(`${base}/files?path=/hello.txt`, { headers, data: "hello" });
  // The path ends by itself as soon as a change was acknowledged.
  await expect(page.getByText("Your first change has been delivered")).toBeVisible();
  await expect(page.getByText("Get to your first webhook")).toBeHidden();
  await expect(page.getByText("Nothing needs attention: 1 webhook healthy.")).toBeVisible({
    timeout: 20_000,
  });
});

test("a filesystem is made, found, renamed and, once its name is typed, deleted", async ({
  page,
}) => {
  const owner = await makeUser("Dock");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/filesystems`);
  await expect(page.getByText("No filesystems yet")).toBeVisible();
  for (const name of ["tickets", "scans"]) {
    await page.getByRole("button", { name: "New filesystem" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create filesystem" }).click();
    // The work goes on in it; Back leads to the list without the dialog.
    await expect(page).toHaveURL(/\/files$/);
    await page.goBack();
    await expect(page.getByRole("link", { name })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await expect(page.getByText(/^…/)).toHaveCount(0);
  const twin = await makeFilesystem(page, owner.orgId, "tickets");
  const base = `/orgs/${owner.orgId}/filesystems/${twin}`;
  await writeFile(page, base, "/1.txt");
  await makeWebhook(page, base, receiver.url);
  await page.reload();
  await expect(page.getByText(/^…/)).toHaveCount(2);
  await page.goto(`/o/${owner.orgId}`);
  await expect(page.getByRole("link", { name: `tickets …${twin.slice(-6)}` })).toBeVisible();
  await page.goto(`/o/${owner.orgId}/filesystems`);
  const row = page.getByRole("listitem").filter({ hasText: twin.slice(-6) });
  await row.getByRole("button", { name: "More actions for tickets" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const losses = page.getByRole("dialog").getByRole("listitem");
  await expect(losses).toHaveText(["1 item, 6 B", "1 webhook"]);
  await page.getByLabel("Type tickets to confirm").fill("tickets");
  await page.getByRole("button", { name: "Delete filesystem" }).click();
  // What is behind a dialog has no role.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await page.getByRole("searchbox").fill("SCA");
  await expect(page.getByRole("link", { name: "tickets" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("SCA");

  await page.getByRole("button", { name: "More actions for scans" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name", { exact: true }).fill("scan  ner");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("link", { name: "scan ner" })).toBeVisible();

  await page.getByRole("button", { name: "More actions for scan ner" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const remove = page.getByRole("button", { name: "Delete filesystem" });
  await expect(remove).toBeDisabled();
  // A page shows two spaces as one.
  await page.getByLabel("Type scan ner to confirm").fill("scan ner");
  await remove.click();
  await expect(page.getByText("No filesystems match “SCA”")).toBeVisible();
});

test("someone invited joins, sees why they may not do more, and once removed is out at once", async ({
  page,
  browser,
}) => {
  const owner = await makeUser("Mole");
  const guest = await makeUser();
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/members`);
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByLabel("E-mail").fill(guest.email);
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  const link = await page.getByText(/\/invitation#/).innerText();
  // The only copy isn't lost to a key or a click beside it.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await page.getByRole("button", { name: "Done" }).click();
  const line = page.getByRole("listitem").filter({ hasText: guest.email });
  await expect(line).toBeVisible();

  const theirs = await join(browser, new URL(link).hash, guest);
  for (const [location, why] of [
    ["members", "can invite members"],
    ["keys", "can view, create and revoke API keys"],
    ["audit", "can read the audit log"],
    ["settings", "can change these settings"],
  ]) {
    await theirs.goto(`/o/${owner.orgId}/${location}`);
    await expect(theirs.getByText(`Only owners and admins ${why}`)).toBeVisible();
  }

  // An owner who steps down is "you"; the only one can't.
  await page.reload();
  await line.getByLabel(/^Role of /).selectOption("Owner");
  const promote = page.getByRole("dialog", { name: / an owner\?$/ });
  await expect(promote).toContainText("They can do everything");
  await promote.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText(/ is now an owner$/)).toBeVisible();
  const own = page.getByRole("listitem").filter({ hasText: owner.email });
  await own.getByLabel(/^Role of /).selectOption("Admin");
  const self = page.getByRole("dialog", { name: "Make yourself an admin?" });
  await expect(self).toContainText("You stop being an owner");
  await self.getByRole("button", { name: "Cancel" }).click();

  await line.getByText("Remove").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  // The open dialog hides the row.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(line).toHaveCount(0);
  // They are still on a page of the organisation, and the next thing they ask for is refused.
  await theirs.getByRole("link", { name: "Filesystems" }).click();
  await expect(
    theirs.getByRole("heading", { name: "You don't have access to this organisation" }),
  ).toBeVisible();
  await theirs.context().close();
});

test("a key is rotated, and its old secret works until the overlap ends", async ({ page }) => {
  const owner = await makeUser("Mole");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("ci");
  await expect(page.getByText("can't access anything until you grant it access")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("This key can't access anything yet.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await chooseOfKey(page, "ci", "Rotate secret");
  await page.getByLabel("The old secret works for").selectOption("3 days");
  await page.getByLabel("Expiration").selectOption("365 days");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByText("New secret for ci")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("The old secret expires in 3 days")).toBeVisible();
  await expect(page.getByText("expires in 365 days")).toBeVisible();
});

test("the button that creates a key stays in view, and the focus never falls off the page", async ({
  page,
}) => {
  const owner = await makeUser("Weir");
  await signIn(page, owner);
  for (const name of ["a", "b", "c", "d", "e", "f", "f"])
    await makeFilesystem(page, owner.orgId, name);
  await page.goto(`/o/${owner.orgId}/keys`);
  const open = page.getByRole("button", { name: "New key" });
  await open.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Access to e")).toBeAttached();
  await expect(dialog.getByRole("button", { name: "Create key" })).toBeInViewport({ ratio: 1 });
  // Those of the same name can be told apart.
  await expect(dialog.getByLabel(/^Access to f …/)).toHaveCount(2);
  await dialog.getByLabel("Access to e").selectOption("rw");
  await page.getByLabel("Name", { exact: true }).fill("ci");
  await page.keyboard.press("Enter");
  const done = page.getByRole("button", { name: "Done" });
  await done.click();
  await expect(open).toBeFocused();
  // The list was read before the grant was made.
  await expect(page.getByText("e (read and write)")).toBeVisible();

  await chooseOfKey(page, "ci", "Rotate secret");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByText("New secret for ci")).toBeVisible();
  await page.keyboard.press("Escape");
  await done.click();
  await expect(page.getByRole("button", { name: "More actions for ci" })).toBeFocused();

  await chooseOfKey(page, "ci", "Revoke key");
  await page.getByLabel("Type ci to confirm").fill("ci");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No API keys yet")).toBeVisible();
  await expect(open).toBeFocused();
});

test("keys are found and sorted, and access to a filesystem is changed with a way back", async ({
  page,
}) => {
  const owner = await makeUser("Weir");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tides");
  for (const name of ["ci 10", "ci 9", "backend"])
    await callAs(page, "post", `/orgs/${owner.orgId}/api-keys`, { name });
  await page.goto(`/o/${owner.orgId}/keys`);
  const rows = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
  await expect(rows).toHaveText([/^backend/, /^ci 9/, /^ci 10/]);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(rows).toHaveText([/^ci 10/, /^ci 9/, /^backend/]);
  await page.getByLabel("Search by name or last characters").fill("CI");
  await expect(rows).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  const { y } = (await rows.first().getByText("ci 10").boundingBox())!;
  const menu = (await rows.first().getByRole("button").boundingBox())!;
  expect(Math.abs(menu.y + menu.height / 2 - y)).toBeLessThan(30);
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/access`);
  const access = page.getByLabel("Access for ci 9");
  // What is undone is what was shown, also before the first change is read back.
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route(/\/grants(\?.*)?$/, async (route) => {
    if (isHeld && route.request().method() === "GET")
      await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await expect(access).toHaveValue("");
  await access.selectOption("Read and write");
  await expect(page.getByText("ci 9 can now read and write this filesystem")).toBeVisible();
  await access.selectOption("Read");
  await expect(page.getByText("ci 9 can now read this filesystem")).toBeVisible();
  const undone = page.waitForResponse(
    (response) => response.url().includes("/grants") && response.request().method() !== "GET",
  );
  await page.getByRole("button", { name: "Undo" }).last().click();
  isHeld = false;
  for (const release of held) release();
  expect((await undone).request().postDataJSON()).toMatchObject({ mode: "rw" });
  await expect(access).toHaveValue("rw");
  await page.reload();
  await expect(access).toHaveValue("rw");
  await access.selectOption("No access");
  const dialog = page.getByRole("dialog", { name: "Remove access for ci 9?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(access).toHaveValue("rw");
  await access.selectOption("No access");
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await expect(page.getByText("ci 9 no longer has access")).toBeVisible();
  await expect(access).toHaveValue("");
  await page.reload();
  await expect(access).toHaveValue("");

  await access.selectOption("Read");
  await expect(page.getByText("ci 9 can now read this filesystem")).toBeVisible();
  await page.goto(`/o/${owner.orgId}/keys`);
  await expect(page.getByRole("listitem").filter({ hasText: "ci 9" })).toContainText("(read)");
  await chooseOfKey(page, "ci 9", "Edit key");
  const editor = page.getByRole("dialog", { name: "Edit ci 9" });
  await editor.getByLabel("Name", { exact: true }).fill("ci nine");
  await editor.getByRole("combobox", { name: /^Access to/ }).selectOption("No access");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Webhooks and mounts it created there stop permanently");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(editor.getByLabel("Name", { exact: true })).toHaveValue("ci nine");
  await editor.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await expect(page.getByText("ci nine saved")).toBeVisible();
  await expect(editor).toBeHidden();
  await expect(rows.filter({ hasText: "ci nine" })).toContainText("No filesystems");
});

test("a key is revoked, and the log tells who did it", async ({ page, request }) => {
  const owner = await makeUser("Groyne");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("old");
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = await page.getByText(/^tmk_/).innerText();
  await page.getByRole("button", { name: "Done" }).click();
  const headers = { authorization: `Bearer ${secret}` };
  expect((await request.get("/api/v1/me", { headers })).status()).toBe(200);
  await expect(async () => {
    await page.reload();
    const byKey = page.getByRole("list", { name: "By API key" });
    await expect(byKey).toHaveText(/^old.*1 request/, { timeout: 1_000 });
  }).toPass();
  await chooseOfKey(page, "old", "Edit key");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Expiration")).toHaveText(/^Keep current \(\d/);
  await page.getByLabel("Name", { exact: true }).fill("older");
  await page.getByLabel("Expiration").selectOption("No expiration");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("doesn't expire")).toBeVisible();
  await chooseOfKey(page, "older", "View requests");
  await expect(
    page.getByRole("dialog").getByRole("img", { name: /Requests per day: 1 succeeded, 0 failed/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await chooseOfKey(page, "older", "Edit key");
  const rights = page.getByRole("list", { name: "Scopes and permissions" }).getByRole("listitem");
  await expect(rights).toHaveText(["Reads files", "Writes files", "Manages webhooks"]);
  await page.getByLabel("Name", { exact: true }).fill("old");
  await page.getByRole("button", { name: "Save" }).click();
  await chooseOfKey(page, "old", "Revoke key");
  await page.getByLabel("Type old to confirm").fill("old");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No API keys yet")).toBeVisible();

  await page.goto(`/o/${owner.orgId}/audit`);
  const entries = page.getByRole("list", { name: "Events, newest first" }).getByRole("listitem");
  await expect(entries.first()).toContainText("revoked API key old");
  await page.getByLabel("Action").selectOption({ label: "API key revoked" });
  await expect(page).toHaveURL(/action=api_key\.revoked/);
  await expect(entries).toHaveCount(1);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Actor").selectOption({ index: 1 });
  await entries.first().getByRole("link", { name: "old" }).click();
  await expect(entries).toHaveText([
    /revoked API key old/,
    /Name: old \(was older\)/,
    /Name: older \(was old\)/,
    /created API key old/,
  ]);
  const target = page.getByLabel("Target").getByRole("option", { selected: true });
  await expect(target).toHaveText("old (removed)");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByLabel("Target").focus();
  await page.getByLabel("Target").selectOption({ label: "old (removed)" });
  await expect(page).toHaveURL(/target=key_/);
  await expect(entries).toHaveCount(4);
  await page.reload();
  await expect(target).toHaveText("old (removed)");
});

test("files are uploaded, looked at, renamed, deleted and kept, and the changes are notified live", async ({
  page,
  context,
}) => {
  const owner = await makeUser("Weir");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/filesystems`);
  await page.getByRole("button", { name: "New filesystem" }).click();
  await page.getByLabel("Name", { exact: true }).fill("docs");
  await page.getByRole("button", { name: "Create filesystem" }).click();
  await expect(page).toHaveURL(/\/files$/);
  // A filesystem's own address leads to its files.
  await page.goto(page.url().replace(/\/files$/, ""));
  await expect(page).toHaveURL(/\/files$/);
  await expect(page.getByRole("heading", { level: 1, name: "Files", exact: true })).toBeVisible();

  const feed = await context.newPage();
  await feed.goto(page.url().replace(/\/files$/, "/changes"));
  await expect(feed.getByRole("heading", { name: "Waiting for changes" })).toBeVisible();
  await expect(feed.getByText("Live", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name", { exact: true }).fill("letters");
  await page.getByRole("button", { name: "Create folder" }).click();
  await page.getByRole("button", { name: "letters", exact: true }).click();
  await expect(page.getByText("This folder is empty.")).toBeVisible();
  await page.getByLabel("Files to upload").setInputFiles([
    { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hello <b>") },
    { name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("other") },
  ]);
  await page.getByRole("button", { name: "a.txt", exact: true }).click();
  await expect(page.getByLabel("Contents")).toHaveValue("hello <b>");
  await page.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "More actions for a.txt" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("New name for a.txt").fill("c.txt");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "c.txt", exact: true })).toBeVisible();

  for (const name of ["b.txt", "c.txt"]) {
    await page.getByRole("button", { name: `More actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  }
  const toast = page.getByRole("paragraph").filter({ hasText: "c.txt deleted" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "c.txt", exact: true })).toBeVisible();

  const reported = feed.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(reported.first()).toContainText("/letters/c.txt", { timeout: 10_000 });
  await expect(reported.first()).toContainText("created");
  await feed.getByLabel("Type of change").selectOption("Deleted");
  await expect(reported.first()).toContainText("deleted");
  await feed.getByLabel("Type of change").selectOption("Created");
  await reported.first().getByRole("link", { name: "/letters/c.txt" }).click();
  await expect(feed.getByLabel("Contents")).toHaveValue("hello <b>");
  await page.reload();
  await expect(page.getByRole("button", { name: "c.txt", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "b.txt", exact: true })).toBeHidden();
});

/** Accepts an invitation in a browser of one's own. */
async function join(
  browser: Browser,
  fragment: string,
  someone: { email: string; password: string },
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`/invitation${fragment}`);
  await page.getByRole("button", { name: "I already have an account" }).click();
  await fillInSignIn(page, someone);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mole");
  return page;
}

test("changes before the newest 200 are loaded and searched", async ({ page }) => {
  const owner = await makeUser("Shoal");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  const changes = Array.from({ length: 250 }, (_, n) => ({
    op: "put",
    path: `/f${n}.txt`,
    content: "",
  }));
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  await callAs(page, "post", `${base}/files:batch`, { changes });
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/changes`);
  const rows = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(rows).toHaveCount(200);
  await page.getByLabel("Search by path").fill("/f0.txt");
  // Also what has not been loaded is found.
  await expect(rows).toHaveText([/f0\.txt/]);
  await expect(page.getByText("1 match in the last hour")).toBeVisible();
  await page.getByLabel("Type of change").selectOption("Deleted");
  await expect(page.getByText("No change of the last hour matches.")).toBeVisible();
  await page.getByLabel("Type of change").selectOption("All types");
  await page.getByLabel("Search by path").fill("");
  await expect(rows).toHaveCount(200);
  await refuse(page, /\/changes\/history\?/);
  await page.getByRole("button", { name: "Load older changes" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Too many attempts");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Load older changes" }).click();
  await expect(rows).toHaveCount(250);
  await expect(page.getByText("These are all of them.")).toBeVisible();
  await page.getByLabel("Search by path").fill("/f0.txt");
  await expect(rows).toHaveText([/f0\.txt/]);
  await writeFile(page, base, "/f0.txt-newer");
  await expect(rows).toHaveText([/f0\.txt-newer/, /f0\.txt/]);
});

test("a role that gives much is asked about, so that arrow keys give none on the way", async ({
  page,
}) => {
  const [owner, guest] = [await makeUser("Quay"), await makeUser()];
  await addMember(owner.orgId, guest.email);
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/members`);
  const role = page.getByRole("listitem").filter({ hasText: guest.email }).getByRole("combobox");
  const dialog = page.getByRole("dialog", { name: / an admin\?$/ });
  for (const button of ["Cancel", "Change role"]) {
    await expect(role).toHaveValue("member");
    await role.press("ArrowDown");
    await expect(dialog).toContainText("They can manage members, API keys and access.");
    // What is behind a dialog has no role.
    await expect(page.locator("select").last()).toHaveValue("member");
    await dialog.getByRole("button", { name: button }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByText(/ is now an admin$/)).toBeVisible();
  await expect(role).toHaveValue("admin");
});

test("the only owner sees why they can't leave or step down before they confirm anything", async ({
  page,
}) => {
  const owner = await makeUser("Quay");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/members`);
  const dialog = page.getByRole("dialog", { name: "You are the only owner" });
  await page.getByRole("button", { name: /^Leave / }).click();
  await expect(dialog).toContainText("Make another member an owner first");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByLabel(/^Role of /).selectOption("Viewer");
  await expect(dialog).toBeVisible();
});
