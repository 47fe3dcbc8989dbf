import { afterAll, beforeAll, expect, test } from "vitest";

import { TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";
import { drain } from "@/lib/delivery/drain";
import type { LocalHost } from "@/lib/sender/route";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { call } from "@/testing/tenant";
import { createInbox, createInboxSender } from "@/testing/test-inbox";

import { createTestInbox } from "./test-inbox";

let all: Delivering;
let inbox: LocalHost;
beforeAll(async () => {
  all = await startDelivering();
  inbox = createTestInbox(all.service.services);
});
afterAll(async () => {
  await inbox.close();
  await all.close();
});

const request = (method: string, route: string, body?: object) =>
  call(all.service, all.tenant.key, method, route, body);

test.each([
  TEST_INBOX_URL,
  "https://inbox.tidemark.invalid/other?x=1",
  "https://INBOX.Tidemark.Invalid:443/",
  "https://inbox.tidemark.invalid./",
  "https://a.inbox.tidemark.invalid/",
  "https://tidemark.invalid/",
])("spec 7.37: no webhook can be created for or pointed at %s", async (url) => {
  const hook = await createHook(all);
  const created = await request("POST", `${hook.fs.base}/webhooks`, { url });
  expect([created.status, created.body.code]).toEqual([422, "validation_error"]);
  expect(created.body.detail).toMatchObject([{ loc: ["body", "url"], type: "url_host" }]);
  expect(created.body.detail[0].msg).toContain("test inbox");
  const edited = await request("PATCH", hook.route, { url });
  expect([edited.status, edited.body.code]).toEqual([422, "validation_error"]);
  expect(edited.body.detail).toMatchObject([{ loc: ["body", "url"], type: "url_host" }]);
  expect((await hook.read()).url).toBe(`https://receiver.test${hook.path}`);
});

test("spec 7.26, 7.37: nor at the listener's address", async () => {
  const { port } = await inbox.open();
  const hook = await createHook(all);
  for (const url of [`https://127.0.0.1:${port}/`, "https://127.0.0.1/", "https://localhost/"]) {
    expect((await request("POST", `${hook.fs.base}/webhooks`, { url })).status).toBe(422);
    expect((await request("PATCH", hook.route, { url })).status).toBe(422);
  }
});

test("spec 7.6, 7.37: nor by a name that resolves to it later", async () => {
  const hook = await createHook(all);
  // As if the name had had a public address when the webhook was created.
  await all.service.services.pool.query(
    "UPDATE webhook SET url = 'https://rebound.test/', host = 'rebound.test' WHERE id = $1",
    [hook.id],
  );
  const resolver = {
    resolve: async () => ({ kind: "addresses" as const, addresses: ["127.0.0.1"] }),
  };
  const sender = createInboxSender(inbox, resolver);
  await drain({ ...all.service.services, sender }, hook.id);
  await sender.close();
  expect((await hook.read()).last_failure).toBe("blocked_address");
});

test("spec 7.6, 7.37: nor by a redirect, which is not followed", async () => {
  const hook = await createHook(all);
  all.respond = () => ({ status: 307, headers: { location: TEST_INBOX_URL } });
  await drain(all.service.services, hook.id);
  expect((await hook.read()).last_failure).toBe("redirect");
  const { rows } = await all.service.services.pool.query("SELECT FROM inbox_message");
  expect(rows).toEqual([]);
});

test("spec 7.34, 7.37: a test inbox keeps its URL; its prefix and description can change", async () => {
  const hook = await createInbox(all.service, all.tenant);
  const moved = await request("PATCH", hook.route, { url: "https://receiver.test/x" });
  expect([moved.status, moved.body.code]).toEqual([422, "validation_error"]);
  const same = { url: TEST_INBOX_URL, path_prefix: "/a", description: "mine" };
  expect((await request("PATCH", hook.route, same)).body).toMatchObject(same);
  await skipWaits(all, hook.id);
  await hook.put("/b/outside");
  await hook.put("/a/inside");
  await drain(all.service.services, hook.id);
  expect(await hook.received()).toMatchObject([{ type: "files.resync" }]);
});
