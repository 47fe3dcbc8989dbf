import { type Browser, expect, type Page, test } from "@playwright/test";

import { type Content, makeContent } from "./helpers/content";
import { makeUser, signIn } from "./helpers/people";
import { settle } from "./helpers/settle";
import { makeFilesystem } from "./helpers/webhooks";

// Long enough for a request that a page makes by itself once it shows what it has.
const QUIET_MS = 400;

/** A page, and a text of its data that its HTML has to contain. */
type Expected = { path: string; shows: string };
type Visit = { requests: string[]; markup: string; shownMs: number };

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
    { path: `${org}/members`, shows: "Linus Ferrer" },
    { path: `${org}/keys`, shows: "nightly export" },
    { path: `${org}/audit`, shows: "webhook.created" },
    { path: `${org}/settings`, shows: "Harbour Supply" },
    { path: `${fs}/files`, shows: "README.md" },
    { path: `${fs}/files?path=%2F2026%2F11`, shows: "T-1104-closed.json" },
    { path: `${fs}/changes`, shows: "support-tickets" },
    { path: `${fs}/access`, shows: "ticket backend" },
    { path: `${fs}/mounts`, shows: "ms_" },
    { path: `${fs}/usage`, shows: "No quota" },
    { path: `${fs}/webhooks`, shows: "erp.example.com" },
    { path: `${fs}/webhooks/new`, shows: "support-tickets" },
    { path: `${fs}/webhooks/${webhooks.well}`, shows: receiver.host },
    { path: `${fs}/webhooks/${webhooks.failing}`, shows: "erp.example.com" },
  ];
};

const isStream = ({ pathname }: URL) => /^\/api\/v1\/.*\/(stream|changes)$/.test(pathname);
// The status of the service is polled.
const isCounted = (url: URL) =>
  url.pathname.startsWith("/api/v1/") && !isStream(url) && url.pathname !== "/api/v1/ready";

/** Opens a page with nothing cached: what it asks of the API, and what its HTML has without any script. */
async function visit(browser: Browser, from: Page, { path, shows }: Expected): Promise<Visit> {
  const context = await browser.newContext();
  await context.addCookies(await from.context().cookies());
  const visitor = await context.newPage();
  // What a stream reports makes a page ask again, which is another matter.
  await visitor.route(isStream, () => undefined);
  const requests: string[] = [];
  visitor.on("request", (request) => {
    const url = new URL(request.url());
    if (isCounted(url)) requests.push(url.pathname);
  });
  const response = await visitor.goto(path, { waitUntil: "commit" });
  await visitor.getByText(shows).filter({ visible: true }).first().waitFor();
  const shownMs = Math.round(await visitor.evaluate(() => performance.now()));
  const html = (await response?.text()) ?? "";
  await settle(visitor);
  await visitor.waitForTimeout(QUIET_MS);
  await context.close();
  return { requests, markup: html.replace(/<script.*?<\/script>/gs, ""), shownMs };
}

async function expectOneRoundTrip(browser: Browser, from: Page, pages: readonly Expected[]) {
  for (const expected of pages) {
    const { requests, markup, shownMs } = await visit(browser, from, expected);
    const { path, shows } = expected;
    console.warn(`${requests.length} requests  shown ${shownMs} ms  ${path}`);
    expect.soft(requests, `asked by ${path}`).toEqual([]);
    expect.soft(markup.includes(shows), `${shows} in the HTML of ${path}`).toBe(true);
  }
}

test("a page comes with its data and asks the API for nothing", async ({ browser }) => {
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
    { path: `${fs}/mounts`, shows: "tickets" },
    { path: `${fs}/webhooks`, shows: "$TIDEMARK_API_KEY" },
  ]);
  await context.close();
});
