import { randomBytes } from "node:crypto";

import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";

import { admin, makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem } from "./helpers/webhooks";

const Made = z.object({ id: z.string() });

/** A listener without its program, which is deleted a minute later; returns its route in the API. */
async function makeListener(page: Page, orgId: string): Promise<string> {
  const base = `/orgs/${orgId}/filesystems/${await makeFilesystem(page, orgId, "tickets")}`;
  const body = { machine: "ada-laptop" };
  const { id } = Made.parse(await callAs(page, "post", `${base}/listeners`, body));
  return `${base}/webhooks/${id}`;
}

test("a listener that has ended: run it again within a minute, and no date on which it is disabled", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const listener = await makeListener(page, ada.orgId);
  await page.goto(listener.replace("/orgs/", "/o/"));
  const problem = page.getByRole("region", { name: "Problem" });
  await expect(problem).toContainText("Run it again within a minute, or this webhook is deleted.");
  await expect(problem).toContainText(/Retrying for less than a minute, \d attempts? so far\./);
  await expect(problem).not.toContainText(/We retry|disable/);
});

test("support reads that a listener runs on the customer's machine", async ({ page, browser }) => {
  const password = randomBytes(18).toString("hex");
  const email = `staff-${password.slice(0, 12)}@example.com`;
  await admin("create-user", "--email", email, "--password", password, "--support");
  const customer = await (await browser.newContext()).newPage();
  const ada = await makeUser("Harbour");
  await signIn(customer, ada);
  await signIn(page, { email, password });
  const id = (await makeListener(customer, ada.orgId)).split("/").at(-1);
  await page.goto(`/support/webhooks/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Listener");
  const problem = page.getByRole("region", { name: "Problem" });
  await expect(problem).toContainText("Nothing to do: it runs on the customer's machine");
  await expect(problem).not.toContainText(/route|host|disabled on/);
  await customer.context().close();
});

test("a webhook that is deleted while its page is open leaves nothing of itself there", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  const listener = await makeListener(page, ada.orgId);
  await page.goto(listener.replace("/orgs/", "/o/"));
  const problem = page.getByRole("region", { name: "Problem" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Listener on ada-laptop");
  await expect(problem).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry now" })).toBeVisible();

  await callAs(page, "delete", listener);
  const gone = page.getByText("This webhook doesn't exist or has been deleted.");
  for (const isReload of [false, true]) {
    if (isReload) await page.reload();
    await expect(gone).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhook");
    await expect(problem).toBeHidden();
    for (const name of ["Retry now", "Actions"])
      await expect(page.getByRole("button", { name })).toBeHidden();
  }
});
