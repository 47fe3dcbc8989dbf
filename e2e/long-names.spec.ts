import { expect, type Page, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, writeFile } from "./helpers/webhooks";

const LONG = "Averylongname".repeat(12);
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Nothing of the page is beyond its right edge, also where it would be cut off. */
async function expectToFit(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(wide, page.url()).toBe(0);
}

test("long names of a user, an organisation and a filesystem stay in their place", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const owner = await makeUser(LONG);
  await signIn(page, owner);
  await callAs(page, "patch", "/me", { name: LONG });
  const fsId = await makeFilesystem(page, owner.orgId, LONG);
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/a.txt");
  const org = `/o/${owner.orgId}`;
  const fs = `${org}/filesystems/${fsId}`;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of [org, `${org}/members`, `${fs}/files`, `${fs}/changes`, `${fs}/access`]) {
      await page.goto(path);
      await expect(page.getByText(LONG).first()).toBeAttached();
      await expectToFit(page);
    }
  }
  await page.setViewportSize(SIZES[0]!);
  await page.goto(org);
  const name = page.getByRole("button", { name: /^Account of/ }).getByText(LONG);
  expect((await name.boundingBox())?.width).toBeLessThan(200);
  await page.goto(`${org}/keys`);
  await page.getByRole("button", { name: "New key" }).first().click();
  const access = page.getByLabel(`Access to ${LONG}`);
  const dialog = await page.getByRole("dialog").boundingBox();
  const select = await access.boundingBox();
  expect(select!.x + select!.width).toBeLessThan(dialog!.x + dialog!.width);
});
