import { type Browser, expect, type Page, type Request, test } from "@playwright/test";

import { type Content, makeContent } from "./helpers/content";
import { settle } from "./helpers/settle";

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

const pagesOf = ({ orgId, fsId, webhooks, owner }: Content): Expected[] => {
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
    { path: `${fs}/webhooks/${webhooks.well}`, shows: "hooks.example.com" },
    { path: `${fs}/webhooks/${webhooks.failing}`, shows: "erp.example.com" },
  ];
};

// A stream is not asked a second time, and the status of the service is polled.
const isCounted = (request: Request) =>
  new URL(request.url()).pathname.startsWith("/api/v1/") &&
  request.headers()["accept"] !== "text/event-stream" &&
  !request.url().endsWith("/ready");

/** Opens a page with nothing cached: what it asks of the API, and what its HTML has without any script. */
async function visit(browser: Browser, { path, shows }: Expected): Promise<Visit> {
  const context = await browser.newContext();
  await context.addCookies(await page.context().cookies());
  const visitor = await context.newPage();
  const requests: string[] = [];
  visitor.on("request", (request) => {
    if (isCounted(request)) requests.push(new URL(request.url()).pathname.slice(7));
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

test("a page comes with its data and asks the API for nothing", async ({ browser }) => {
  for (const expected of pagesOf(content)) {
    const { requests, markup, shownMs } = await visit(browser, expected);
    const inHtml = markup.includes(expected.shows);
    console.warn(
      `${requests.length} requests  in HTML ${inHtml}  shown ${shownMs} ms  ${expected.path}`,
    );
    expect.soft(requests, `asked by ${expected.path}`).toEqual([]);
    expect.soft(inHtml, `${expected.shows} in the HTML of ${expected.path}`).toBe(true);
  }
});
