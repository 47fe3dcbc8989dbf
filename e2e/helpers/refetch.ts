import { expect, type Page } from "@playwright/test";

const REFUSAL = {
  status: 429,
  json: { detail: { code: "rate_limited", message: "Too many requests.", retry_after: 30 } },
};

/** Comes back to the window, as someone who left it does: the page asks again for all that it shows. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });

/** Lets the service refuse what the page reads at addresses like this. */
export const refuse = (page: Page, address: RegExp) =>
  page.route(address, (route) =>
    route.request().method() === "GET" ? route.fulfill(REFUSAL) : route.continue(),
  );

/** The same, and waits until the page has had its refusal: it asks once more only then. */
export async function refuseAgain(page: Page, address: RegExp): Promise<void> {
  let refused = 0;
  page.on("response", (response) => {
    if (address.test(response.url()) && response.status() === REFUSAL.status) refused += 1;
  });
  await refuse(page, address);
  await expect
    .poll(async () => {
      await comeBack(page);
      return refused;
    })
    .toBeGreaterThan(1);
}
