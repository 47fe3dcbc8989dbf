import { expect, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";

test("a script in a page that is not its own is reported", async ({ page }) => {
  await signIn(page, await makeUser("Harbour"));
  const reported = page.waitForRequest(
    (request) => new URL(request.url()).pathname === "/api/v1/csp-reports",
  );
  await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="alert(1)">');
  });
  expect((await reported).method()).toBe("POST");
});
