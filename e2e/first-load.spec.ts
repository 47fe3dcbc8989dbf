import { gzipSync } from "node:zlib";

import { type Browser, expect, type Page, test } from "@playwright/test";
import { z } from "zod";

import { admin, makeUser, signIn } from "./helpers/people";
import { settle } from "./helpers/settle";
import {
  callAs,
  makeFilesystem,
  makeWebhook,
  type Receiver,
  startReceiver,
  writeFile,
} from "./helpers/webhooks";

const MOST_SCRIPT_BYTES = 180_000;
const MOST_SHIFT = 0.1;
// Long enough for what a page loads by itself once it shows all it has.
const QUIET_MS = 400;

let receiver: Receiver;
test.describe.configure({ timeout: 240_000 });
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

type Load = { page: string; kB: number; shift: number; lcpMs: number };

declare global {
  var painted: { shift: number; lcpMs: number };
}

/** Loads a page with nothing cached; what it weighs, and what its reader sees of the loading. */
async function load(page: Page, path: string): Promise<Load> {
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const bytes = response.body().then((body) => gzipSync(body).length);
    scripts.set(response.url(), bytes);
  });
  await page.addInitScript(() => {
    globalThis.painted = { shift: 0, lcpMs: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.entryType === "largest-contentful-paint")
          globalThis.painted.lcpMs = entry.startTime;
        else if ("value" in entry && "hadRecentInput" in entry && entry.hadRecentInput === false)
          globalThis.painted.shift += Number(entry.value);
      }
    });
    for (const type of ["layout-shift", "largest-contentful-paint"])
      observer.observe({ type, buffered: true });
  });
  await page.goto(path);
  await settle(page);
  // Streams never end, so the network is never idle: quiet is when no more scripts come.
  for (let known = -1; known !== scripts.size;) {
    known = scripts.size;
    await page.waitForTimeout(QUIET_MS);
  }
  // One that comes later would be asked for its size when the page is gone.
  page.removeAllListeners("response");
  const sizes = await Promise.all(scripts.values());
  const { shift, lcpMs } = await page.evaluate(() => globalThis.painted);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { page: path, kB: bytes / 1000, shift, lcpMs: Math.round(lcpMs) };
}

async function loadAll(browser: Browser, from: Page, paths: string[]): Promise<Load[]> {
  const cookies = await from.context().cookies();
  const loads: Load[] = [];
  for (const path of paths) {
    const context = await browser.newContext();
    await context.addCookies(cookies);
    loads.push(await load(await context.newPage(), path));
    await context.close();
  }
  return loads;
}

function judge(loads: readonly Load[]): void {
  for (const { page, kB, shift, lcpMs } of loads)
    console.warn(`${kB.toFixed(1)} kB  shift ${shift.toFixed(3)}  LCP ${lcpMs} ms  ${page}`);
  expect(loads.filter(({ kB }) => kB * 1000 > MOST_SCRIPT_BYTES)).toEqual([]);
  expect(loads.filter(({ shift }) => shift >= MOST_SHIFT)).toEqual([]);
}

test("no public page loads more than 180 kB of script or moves while it does", async ({
  page,
  browser,
}) => {
  const paths = ["/", "/sign-in", "/setup", "/invitation#token", "/forgot-password"];
  judge(await loadAll(browser, page, [...paths, "/reset-password#token", "/docs", "/docs/errors"]));
});

const Failing = z.object({ last_failure: z.string().nullable() });

// What is wrong takes words and ways to fix it: such a page is the heaviest, and read in the greatest haste.
async function makeFailing(page: Page, base: string): Promise<string> {
  const id = await makeWebhook(page, base, "https://erp.example.com/in");
  const lastFailure = async () =>
    Failing.parse(await callAs(page, "get", `${base}/webhooks/${id}`)).last_failure;
  await expect.poll(lastFailure, { timeout: 30_000 }).toBe("connect_failed");
  return id;
}

test("no page of the console does either", async ({ page, browser }) => {
  const owner = await makeUser("Slipway");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tickets");
  const org = `/o/${owner.orgId}`;
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  for (const name of ["a.txt", "b.txt", "c.txt"]) await writeFile(page, base, `/${name}`);
  const webhook = await makeWebhook(page, base, receiver.url);
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
  const failing = await makeFailing(page, base);
  const parts = ["files", "changes", "access", "mounts", "usage", "webhooks", "webhooks/new"];
  const webhooks = [webhook, failing].map((id) => `webhooks/${id}`);
  judge(
    await loadAll(browser, page, [
      "/account",
      "/device",
      "/o/new",
      org,
      ...["filesystems", "members", "keys", "audit", "settings"].map((part) => `${org}/${part}`),
      ...[...parts, ...webhooks].map((part) => `${org}/filesystems/${fsId}/${part}`),
    ]),
  );
});

test("no page for support does either", async ({ page, browser }) => {
  const owner = await makeUser("Towpath");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tickets");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  await writeFile(page, base, "/a.txt");
  const failing = await makeFailing(page, base);
  await page.context().clearCookies();
  const email = `s-${owner.email}`;
  const password = "x".repeat(20);
  await admin("create-user", "--email", email, "--password", password, "--support");
  await signIn(page, { email, password });
  const paths = ["/support", "/support/engine", `/support/webhooks/${failing}`];
  judge(await loadAll(browser, page, paths));
});
