import { randomBytes } from "node:crypto";

import { expect, type Page, test } from "@playwright/test";

import { findBarriers } from "./helpers/barriers";
import { type Content, makeContent } from "./helpers/content";
import { findChatter, walkByKeys } from "./helpers/keys";
import { admin, makeUser, signIn } from "./helpers/people";
import { settle } from "./helpers/settle";
import { makeInbox } from "./helpers/webhooks";

const PUBLIC = [
  "/",
  "/sign-in",
  "/setup",
  "/invitation",
  "/forgot-password",
  "/status",
  "/reset-password#token",
  "/docs",
  "/docs/quickstart",
  "/docs/events",
  "/docs/search?q=cursor",
  "/docs/api",
  "/docs/errors",
];
const PERSONAL = ["/", "/account", "/device"];

/** Everything a browser complains of, and every request that leaves the service. */
function watch(page: Page, baseURL: string | undefined): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith("data:"))
      complaints.push(`asked ${request.url()}`);
  });
  return complaints;
}

/** Loads a page and waits until it shows what it has. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(path);
  await settle(page);
}

/**
 * Looks at what stands on the page in both themes, on a desk and on a phone, and walks through it by keys. `part` is a
 * selector of what is new on a page that was looked at before.
 */
async function view(page: Page, what: string, part = "html"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const excess = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect.soft(excess, `px that ${what} is too wide at ${width}, ${colorScheme}`).toBe(0);
    }
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect.soft(moving, `move on ${what} for whom less motion is better`).toBe(0);
    // Only colours differ between the themes.
    const rules = colorScheme === "dark" ? ["color-contrast"] : undefined;
    const barriers = await findBarriers(page, part, rules);
    expect.soft(barriers, `barriers on ${what}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await findChatter(page), `read out all the time on ${what}`).toEqual([]);
  expect.soft(await walkByKeys(page), `stumbled over on ${what}`).toEqual([]);
}

test("no page complains, asks another host, scrolls sideways or shuts anybody out", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const complaints = watch(page, baseURL);
  for (const path of PUBLIC) {
    await load(page, path);
    await view(page, path);
  }
  await signIn(page, await makeUser("Harbour"));
  for (const path of PERSONAL) {
    await load(page, path);
    await view(page, path);
  }
  // The token to set a password with is made up.
  expect(complaints.filter((text) => !text.includes("/password-reset:check"))).toEqual([]);
});

test.describe("the console of an organisation at work", () => {
  test.describe.configure({ mode: "serial", timeout: 600_000 });
  let page: Page;
  let content: Content;
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage();
    content = await makeContent(page);
  });
  test.afterAll(async () => {
    await content?.receiver.close();
    await page.context().close();
  });

  test("shuts no one out of its pages", async ({ baseURL }) => {
    const complaints = watch(page, baseURL);
    const { orgId, fsId, webhooks } = content;
    const org = `/o/${orgId}`;
    const fs = `${org}/filesystems/${fsId}`;
    const inbox = await makeInbox(page, content.base);
    const paths = [
      org,
      ...["filesystems", "members", "keys", "audit", "settings"].map((name) => `${org}/${name}`),
      `${org}/settings/notifications`,
      ...["files", "trash", "changes", "access", "usage", "mounts", "webhooks"].map(
        (it) => `${fs}/${it}`,
      ),
      `${fs}/webhooks/new`,
      ...[...Object.values(webhooks), inbox].map((id) => `${fs}/webhooks/${id}`),
      `${fs}/webhooks/${webhooks.well}/ready`,
      `${fs}/webhooks/${webhooks.well}?tab=activity`,
      `${fs}/webhooks/${webhooks.well}?tab=verify`,
      `${org}-none`,
      "/o/new",
    ];
    for (const path of paths) {
      await load(page, path);
      await view(page, path);
    }
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  });

  test("shuts no one out of its menus, dialogs and drawers", async () => {
    const { orgId, fsId, webhooks } = content;
    let loaded = "";
    for (const opening of openings(`/o/${orgId}`, fsId, webhooks)) {
      const { at, press, result = "dialog", leave } = opening;
      const what = `${at} with ${press.join(", ")}`;
      await page.setViewportSize({ width: 1280, height: 740 });
      // What is left by Escape leaves the page as it was.
      if (loaded !== at) await load(page, at);
      loaded = at;
      for (const name of press)
        await page
          .getByRole("button", { name })
          .or(page.getByRole("menuitem", { name }))
          .or(page.getByRole("main").getByRole("link", { name }))
          .first()
          .click();
      await expect(page.getByRole(result).first(), what).toBeVisible();
      await settle(page);
      await view(page, what, `[role=${result}]`);
      await page.keyboard.press("Escape");
      if (leave !== undefined) await page.getByRole("button", { name: leave }).click();
      await expect(page.getByRole(result), `Escape leaves ${what}`).toHaveCount(0);
    }
  });

  test("shuts no one out of the pages for support staff", async ({ browser, baseURL }) => {
    const staff = await (await browser.newContext()).newPage();
    const complaints = watch(staff, baseURL);
    const email = `staff-${randomBytes(6).toString("hex")}@example.com`;
    const password = randomBytes(18).toString("hex");
    await admin("create-user", "--email", email, "--password", password, "--support");
    await signIn(staff, { email, password });
    for (const path of ["", "?by=code", "/engine", `/webhooks/${content.webhooks.failing}`]) {
      await load(staff, `/support${path}`);
      await view(staff, `/support${path}`);
    }
    await staff.getByText("files.resync").first().click();
    await view(staff, "a message's attempts");
    expect(complaints).toEqual([]);
    await staff.context().close();
  });
});

type Opening = {
  at: string;
  press: (string | RegExp)[];
  result?: "menu" | "dialog";
  /** The button that leaves a secret, which Escape doesn't. */
  leave?: string;
};

/** What opens above the pages, and what to press for it. */
function openings(org: string, fsId: string, { well, failing }: Content["webhooks"]): Opening[] {
  const fs = `${org}/filesystems/${fsId}`;
  return [
    { at: org, press: [/^Account of/], result: "menu" },
    { at: org, press: ["Harbour Supply"], result: "menu" },
    { at: org, press: [/^Notifications/], result: "menu" },
    { at: org, press: [/^Go to/] },
    { at: `${org}/filesystems`, press: ["New filesystem"] },
    { at: `${org}/filesystems`, press: ["More actions for scans"], result: "menu" },
    { at: `${org}/filesystems`, press: ["More actions for scans", "Rename"] },
    { at: `${org}/filesystems`, press: ["More actions for scans", "Delete"] },
    { at: `${org}/members`, press: ["Invite member"] },
    { at: `${org}/members`, press: ["Remove Linus Ferrer"] },
    { at: `${org}/keys`, press: ["New key"] },
    { at: `${org}/keys`, press: ["More actions for nightly export"], result: "menu" },
    { at: `${org}/keys`, press: ["More actions for nightly export", "Rotate secret"] },
    { at: `${org}/keys`, press: ["More actions for nightly export", "Revoke key"] },
    { at: `${fs}/files`, press: ["More actions for README.md"], result: "menu" },
    { at: `${fs}/files`, press: ["More actions for README.md", "Preview"] },
    { at: `${fs}/files`, press: ["More actions for README.md", "Move to…"] },
    { at: `${fs}/files`, press: ["More actions for README.md", "Details"] },
    { at: `${fs}/files`, press: ["New folder"] },
    { at: `${fs}/trash`, press: [/^Actions for .*T-0906\.json$/, "Delete permanently"] },
    { at: `${fs}/mounts`, press: ["New mount"] },
    { at: `${fs}/webhooks/${well}`, press: ["Actions"], result: "menu" },
    { at: `${fs}/webhooks/${well}`, press: ["Actions", "Send resync"] },
    { at: `${fs}/webhooks/${well}`, press: ["Actions", "Pause"] },
    { at: `${fs}/webhooks/${well}`, press: ["Actions", "Edit"] },
    { at: `${fs}/webhooks/${well}`, press: ["Actions", "Rotate secret"] },
    {
      at: `${fs}/webhooks/${well}`,
      press: ["Actions", "Rotate secret", /^Rotate$/],
      leave: "I've stored it",
    },
    { at: `${fs}/webhooks/${well}`, press: ["Actions", "Delete"] },
    { at: `${fs}/webhooks/${well}`, press: [/files\.changed/] },
    { at: `${fs}/webhooks/${failing}`, press: [/files\.resync/] },
  ];
}

test("a page cannot be framed and runs no script but its own", async ({ page, request }) => {
  const first = await request.get("/sign-in");
  const policy = first.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  // The one page that lets text become HTML.
  await page.goto("/docs/try");
  await page.evaluate(() => {
    const script = document.createElement("div");
    script.innerHTML = `<img src="data:," onerror="window.planted = true">`;
    document.body.append(script);
  });
  await expect.poll(() => refused.join("\n")).toContain("Content Security Policy");
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
});

test("the API's operations are read without a script, tried in a viewer, and codes have addresses", async ({
  page,
  request,
}) => {
  // The rules look at all of the viewer, which draws eighty operations at once.
  test.setTimeout(240_000);
  expect(await (await request.get("/docs/api")).text()).toContain("Identify the caller");
  await load(page, "/docs/api");
  await page.getByRole("link", { name: /Create a webhook$/ }).click();
  await expect(page).toHaveURL(/\/docs\/api\/webhooks#createWebhook$/);
  const operation = page.getByRole("region", { name: "Create a webhook", exact: true });
  await expect(operation.getByText('"path_prefix"').first()).toBeInViewport();
  await expect(operation.getByText("curl -X POST")).toBeVisible();
  await view(page, "the operations of webhooks");

  await page.getByRole("searchbox").fill("resync cursor");
  await page.keyboard.press("Enter");
  const found = page.getByRole("link", { name: /files\.resync/ }).first();
  await expect(found.locator("mark").first()).toBeVisible();
  await found.click();
  await expect(page).toHaveURL("/docs/events#filesresync");
  await expect(page.locator("#filesresync")).toBeInViewport();
  await load(page, "/docs/api");

  await page.getByRole("link", { name: "Try it in the browser" }).click();
  // What is in sight is drawn at once, which takes a slow machine a while.
  await expect(page.locator("#api-viewer").getByText("List filesystems;")).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(["Try it in the browser"]);
  await page.getByRole("button", { name: /filesystems List filesystems;/ }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await expect(page.getByRole("button", { name: "Execute" })).toBeVisible();
  await view(page, "the viewer");
  await page.getByRole("link", { name: "Back to reference" }).click();
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();

  await page.goto("/docs/errors#webhook_limit_reached");
  await expect(page.locator("#webhook_limit_reached")).toBeInViewport();
});
