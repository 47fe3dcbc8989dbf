import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";

import { makeAccount } from "@/testing/programs/service";

import { type Receiver, startReceiver } from "./helpers/webhooks";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test("from a fresh service to a verified message", async ({ page, request }) => {
  const dataDir = process.env["TIDEMARK_E2E_DATA_DIR"] ?? "";
  const { key, org } = await makeAccount({ TIDEMARK_DATA_DIR: dataDir });
  const headers = { authorization: `Bearer ${key}` };
  const filesystems = `/api/v1/orgs/${org}/filesystems`;
  const created = await request.post(filesystems, { headers, data: { name: "first" } });
  expect(created.status()).toBe(201);
  const base = `${filesystems}/${(await created.json()).id}`;
  const made = await request.post(`${base}/webhooks`, {
    headers,
    data: { url: receiver.url },
  });
  expect(made.status()).toBe(201);
  const verifier = new Webhook((await made.json()).secret);

  await expect.poll(() => receiver.requests.length).toBe(1);
  expect(verify(verifier, 0)).toMatchObject({ type: "files.resync", data: { events: [] } });

  const put = await request.put(`${base}/files?path=/hello.txt`, { headers, data: "hello" });
  expect(put.status()).toBe(201);
  await expect.poll(() => receiver.requests.length).toBe(2);
  expect(verify(verifier, 1)).toMatchObject({
    type: "files.changed",
    data: { events: [{ type: "created", path: "/hello.txt", file: { size: 5 } }] },
  });

  // The service is set up by now, so strangers come to the sign-in.
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
  await page.getByRole("link", { name: "Documentation" }).click();
  await expect(page).toHaveURL("/docs");
  await page.goto("/docs/api");
  await page.getByRole("link", { name: "OpenAPI 3.1" }).click();
  await expect(page.locator("body")).toContainText('"openapi":"3.1.0"');
});

/** The n-th message, if its signature holds. */
function verify(verifier: Webhook, n: number): unknown {
  const { body = "", headers = [] } = receiver.requests[n] ?? {};
  return verifier.verify(body, Object.fromEntries(headers));
}
