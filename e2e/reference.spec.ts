import { expect, type Page, test } from "@playwright/test";

const pressed = (page: Page, name: string) => page.getByRole("button", { name, pressed: true });

test("the language of the code is that of all code, on the next page and from the first HTML on", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/docs/api/webhooks");
  const create = page.getByRole("region", { name: "Create a webhook", exact: true });
  await create.getByRole("button", { name: "Python" }).click();
  const all = await page.getByRole("button", { name: "Python" }).count();
  await expect(pressed(page, "Python")).toHaveCount(all);
  await expect(page.getByText("curl -X POST")).toHaveCount(0);

  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Entries" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API: Entries");
  await expect(pressed(page, "Python").first()).toBeVisible();
  await expect(pressed(page, "curl")).toHaveCount(0);

  const sent = await page.reload();
  expect(await sent?.text()).not.toContain('aria-pressed="true">curl<');
  await expect(pressed(page, "Python").first()).toBeVisible();
  expect(errors).toEqual([]);

  // The button that copies is above the code, which has all of the width.
  const code = page.locator("pre", { hasText: "import requests" }).first();
  const [width, needed, box] = await code.evaluate((pre) => [
    pre.clientWidth,
    pre.scrollWidth,
    pre.parentElement?.clientWidth,
  ]);
  expect([width, needed]).toEqual([box, box]);
});
