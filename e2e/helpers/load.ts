import { gzipSync } from "node:zlib";

import { type Browser, expect, type Page } from "@playwright/test";

import { settle } from "./settle";

// Of these, 131 are React and Next.js.
const MOST_SCRIPT_BYTES = 180_000;
const MOST_SHIFT = 0.1;
// Long enough for what a page loads by itself once it shows all it has.
const QUIET_MS = 400;

/** What a page costs its reader when nothing is cached. */
export type Load = {
  path: string;
  /** Gzipped scripts. */
  kB: number;
  /** Cumulative layout shift. */
  shift: number;
  lcpMs: number;
  /** Other pages that it fetched, and what it called of the API; streams and the polled status do not count. */
  requests: string[];
  /** Its HTML without scripts. */
  markup: string;
};

declare global {
  var painted: { shift: number; lcpMs: number };
}

const isStream = ({ pathname }: URL) => /^\/api\/v1\/orgs\/.*\/(stream|changes)$/.test(pathname);
const isCounted = (url: URL) =>
  url.searchParams.has("_rsc") ||
  (url.pathname.startsWith("/api/v1/") && !isStream(url) && url.pathname !== "/api/v1/ready");

/** Loads each page in a new context with the cookies of `from`. */
export async function loadAll(
  browser: Browser,
  from: Page,
  paths: readonly string[],
): Promise<Load[]> {
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

async function load(page: Page, path: string): Promise<Load> {
  // What a stream reports makes a page ask again, which is another matter. Pages for support need theirs.
  await page.route(isStream, () => undefined);
  const scripts = new Set<string>();
  const requests: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.resourceType() === "script") scripts.add(url.href);
    if (isCounted(url)) requests.push(url.pathname);
  });
  await page.addInitScript(observePaint);
  const response = await page.goto(path);
  const html = (await response?.text()) ?? "";
  await settle(page);
  // Quiet is when no more scripts come.
  for (let known = -1; known !== scripts.size;) {
    known = scripts.size;
    await page.waitForTimeout(QUIET_MS);
  }
  const all = await Promise.all([...scripts].map((url) => sizeOf(page, url)));
  const { shift, lcpMs } = await page.evaluate(() => globalThis.painted);
  const kB = all.reduce((sum, size) => sum + size, 0) / 1000;
  const markup = html.replace(/<script.*?<\/script>/gs, "");
  return { path, kB, shift, lcpMs: Math.round(lcpMs), requests, markup };
}

const sizes = new Map<string, number>();

/** The gzipped bytes of a script, which no build has twice. The browser may have dropped its own copy by now. */
async function sizeOf(page: Page, url: string): Promise<number> {
  const known = sizes.get(url);
  if (known !== undefined) return known;
  const response = await page.request.get(url);
  expect(response.ok(), url).toBe(true);
  const size = gzipSync(await response.body()).length;
  sizes.set(url, size);
  return size;
}

function observePaint(): void {
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
}

/** No page loads more script than that, or moves while it does. */
export function expectLight(loads: readonly Load[]): void {
  for (const { path, kB, shift, lcpMs } of loads)
    console.warn(`${kB.toFixed(2)} kB  shift ${shift.toFixed(3)}  LCP ${lcpMs} ms  ${path}`);
  const heavy = loads.filter(
    ({ kB, shift }) => kB * 1000 > MOST_SCRIPT_BYTES || shift >= MOST_SHIFT,
  );
  expect(heavy.map(({ path, kB, shift }) => ({ path, kB, shift }))).toEqual([]);
}
