import { expect, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";

declare global {
  var ran: boolean | undefined;
}

test("text becomes no HTML and no script, scripts come from this origin only, and refusals are reported", async ({
  page,
}) => {
  await signIn(page, await makeUser("Harbour"));
  const reported = page.waitForRequest(
    (request) => new URL(request.url()).pathname === "/api/v1/csp-reports",
  );
  await expect(
    page.evaluate(() => {
      document.body.innerHTML = '<img src="x" onerror="globalThis.ran = true">';
    }),
  ).rejects.toThrow("TrustedHTML");
  expect((await reported).method()).toBe("POST");
  await expect(
    page.evaluate(() => {
      document.createElement("script").text = "globalThis.ran = true";
    }),
  ).rejects.toThrow("TrustedScript");
  await expect(
    page.evaluate(() => {
      document.createElement("script").src = "https://scripts.invalid/a.js";
    }),
  ).rejects.toThrow("TrustedScriptURL");
  expect(await page.evaluate(() => globalThis.ran)).toBeUndefined();
});
