import { expect, type Page, test } from "@playwright/test";
import axeCore from "axe-core";

import { makePerson, signIn } from "./support/people";

const PUBLIC = [
  "/",
  "/sign-in",
  "/setup#token",
  "/setup",
  "/invitation#token",
  "/forgot-password",
  "/reset-password#token",
  "/docs",
  "/docs/errors",
];
const PERSONAL = ["/", "/account", "/device"];

/** Everything a browser complains of, and every request that leaves the service. */
function watch(page: Page, baseURL: string | undefined): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith("data:"))
      complaints.push(`asked ${request.url()}`);
  });
  return complaints;
}

/** Loads a page and looks at it in both themes, on a desk and on a phone. */
async function look(page: Page, path: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const excess = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(excess, `px that ${path} is too wide at ${width}, ${colorScheme}`).toBe(0);
    }
    expect(await findBarriers(page), `barriers on ${path}, ${colorScheme}`).toEqual([]);
  }
}

/** What would keep somebody from using the page (WCAG 2.2 AA and good practice), by rule and first place. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source);
  return page.evaluate(async () => {
    // The viewer's markup is its own.
    const { violations } = await globalThis.axe.run({ exclude: ["#api-viewer"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

declare global {
  var axe: typeof axeCore;
}

test("no page complains, asks another host, scrolls sideways or shuts anybody out", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const complaints = watch(page, baseURL);
  for (const path of PUBLIC) await look(page, path);
  await signIn(page, await makePerson("Harbour"));
  for (const path of PERSONAL) await look(page, path);
  expect(complaints).toEqual([]);
});

test("a page cannot be framed and runs no script but its own", async ({ page, request }) => {
  const first = await request.get("/sign-in");
  const policy = first.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto("/sign-in");
  await page.evaluate(() => {
    const script = document.createElement("div");
    script.innerHTML = `<img src="data:," onerror="window.planted = true">`;
    document.body.append(script);
  });
  await expect.poll(() => refused.join("\n")).toContain("Content Security Policy");
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
});

test("the viewer shows the operations and the codes have addresses", async ({ page }) => {
  await page.goto("/docs");
  // All of it is drawn at once, which takes a slow machine a while.
  await expect(page.getByText("Identify the caller")).toBeVisible({ timeout: 20_000 });
  await page.goto("/docs/errors#webhook_limit_reached");
  await expect(page.locator("#webhook_limit_reached")).toBeInViewport();
});
