import { type Browser, expect, type Page, test } from "@playwright/test";

import { type Content, makeContent } from "./helpers/content";
import { expectLight, loadAll } from "./helpers/load";
import { admin, makeUser, signIn } from "./helpers/people";
import { makeFilesystem } from "./helpers/webhooks";

/** A page, and a text of its data that its HTML has to contain. */
type Expected = { path: string; shows: string };

let page: Page;
let content: Content;
test.describe.configure({ mode: "serial", timeout: 240_000 });
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage();
  content = await makeContent(page);
});
test.afterAll(async () => {
  await content?.receiver.close();
  await page.context().close();
});

const pagesOf = ({ orgId, fsId, webhooks, owner, receiver }: Content): Expected[] => {
  const org = `/o/${orgId}`;
  const fs = `${org}/filesystems/${fsId}`;
  return [
    { path: "/", shows: "Harbour Supply" },
    { path: "/account", shows: owner.email },
    { path: org, shows: "support-tickets" },
    { path: `${org}/filesystems`, shows: "invoices-2026" },
    { path: `${org}/webhooks`, shows: "erp.example.com" },
    { path: `${org}/deliveries`, shows: "files.changed" },
    { path: `${org}/members`, shows: "Linus Ferrer" },
    { path: `${org}/keys`, shows: "support-tickets" },
    { path: `${org}/audit`, shows: "created webhook" },
    { path: `${org}/settings`, shows: "Harbour Supply" },
    { path: `${org}/settings/notifications`, shows: "Linus Ferrer" },
    { path: `${fs}/files`, shows: "README.md" },
    { path: `${fs}/files?path=%2F2026%2F11`, shows: "T-1104-closed.json" },
    { path: `${fs}/changes`, shows: "T-1104-closed.json" },
    { path: `${fs}/access`, shows: "ticket backend" },
    { path: `${fs}/trash`, shows: "T-0906.json" },
    { path: `${fs}/mounts`, shows: "ms_" },
    { path: `${fs}/usage`, shows: "Bytes per day" },
    { path: `${fs}/webhooks`, shows: "erp.example.com" },
    { path: `${fs}/webhooks/new`, shows: "support-tickets" },
    { path: `${fs}/webhooks/${webhooks.well}`, shows: receiver.host },
    { path: `${fs}/webhooks/${webhooks.well}/ready`, shows: "Webhook created" },
    // What is wrong takes words and ways to fix it: the heaviest page, read in the greatest haste.
    { path: `${fs}/webhooks/${webhooks.failing}`, shows: "erp.example.com" },
  ];
};

/** Each comes with its data in the HTML, asks the API for nothing, and is light. */
async function expectOneRoundTrip(browser: Browser, from: Page, pages: readonly Expected[]) {
  const loads = await loadAll(
    browser,
    from,
    pages.map(({ path }) => path),
  );
  for (const [index, { path, requests, markup }] of loads.entries()) {
    const { shows } = pages[index]!;
    expect.soft(requests, `asked by ${path}`).toEqual([]);
    expect.soft(markup.includes(shows), `${shows} in the HTML of ${path}`).toBe(true);
  }
  expectLight(loads);
}

test("a page of the console comes with its data, asks for nothing else and is light", async ({
  browser,
}) => {
  await expectOneRoundTrip(browser, page, pagesOf(content));
});

test("so does a page that has nothing to show yet", async ({ browser }) => {
  const context = await browser.newContext();
  const newcomer = await context.newPage();
  const { orgId, ...someone } = await makeUser("Slipway");
  await signIn(newcomer, someone);
  const org = `/o/${orgId}`;
  await expectOneRoundTrip(browser, newcomer, [
    { path: org, shows: "Get to your first webhook" },
    { path: `${org}/filesystems`, shows: "fs create first" },
    { path: `${org}/keys`, shows: "No API keys yet" },
  ]);
  const fs = `${org}/filesystems/${await makeFilesystem(newcomer, orgId, "tickets")}`;
  await expectOneRoundTrip(browser, newcomer, [
    { path: org, shows: "tickets" },
    { path: `${fs}/files`, shows: "tickets" },
    { path: `${fs}/trash`, shows: "The trash is empty" },
    { path: `${fs}/mounts`, shows: "tickets" },
    { path: `${fs}/webhooks`, shows: "$TIDEMARK_API_KEY" },
  ]);
  await context.close();
});

test("pages before the console and for support are light, too", async ({
  page: visitor,
  browser,
}) => {
  const open = ["/", "/sign-in", "/setup", "/invitation", "/forgot-password", "/status"];
  const documents = ["/reset-password#token", "/docs", "/docs/events", "/docs/api"];
  expectLight(await loadAll(browser, visitor, [...open, ...documents]));
  expectLight(await loadAll(browser, page, ["/device", "/o/new"]));
  const staff = { email: `s-${content.owner.email}`, password: "staff that read a lot of pages" };
  await admin("create-user", "--email", staff.email, "--password", staff.password, "--support");
  await signIn(visitor, staff);
  const support = ["/support", "/support/engine", `/support/webhooks/${content.webhooks.failing}`];
  expectLight(await loadAll(browser, visitor, support));
});
