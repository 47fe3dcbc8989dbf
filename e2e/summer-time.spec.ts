import { expect, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";
import { comeBack } from "./helpers/refetch";
import { makeFilesystem, makeInbox } from "./helpers/webhooks";

// Its clocks show the hour from 1:00 twice on 25 October 2026.
test.use({ timezoneId: "Europe/London" });

const FIRST = Date.parse("2026-10-24T14:00:00Z");
const HALF_HOUR_MS = 1_800_000;

test("a chart has one bar for each time, also where clocks show it twice", async ({ page }) => {
  const owner = await makeUser("Equinox");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tides");
  const id = await makeInbox(page, `/orgs/${owner.orgId}/filesystems/${fsId}`);
  let asked = 0;
  await page.route(/\/stats\?/, (route) => {
    asked += 1;
    const buckets = Array.from({ length: 48 }, (_, i) => ({
      at: new Date(FIRST + (i + asked) * HALF_HOUR_MS).toISOString(),
      delivered: 1,
      failed: 0,
      p50_ms: 10,
      p95_ms: 20,
    }));
    return route.fulfill({ json: { by_code: {}, buckets } });
  });
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/webhooks/${id}?tab=activity&window=24h`);
  const chart = page.getByRole("img", { name: /^Attempts: 48 delivered/ });
  // Each answer is half an hour later, and asked for once that before is shown.
  await expect
    .poll(
      async () => {
        await comeBack(page);
        return asked;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(2);
  await expect(chart).toBeVisible();
  await expect(chart.locator("g")).toHaveCount(48);
});
