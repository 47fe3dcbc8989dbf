import { expect, test } from "vitest";

import { createHook, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { call } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";

// What a message contains, and which cursor it carries.
const all = useDelivering();

async function deliver(hook: Hook) {
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  return hook.received().map(({ body }) => JSON.parse(body));
}

const remove = ({ fs }: Hook, path: string) =>
  call(all.service, all.tenant.key, "DELETE", `${fs.base}/files?path=${path}`);

test("spec 6.2: `file` is what exists when the message is built, and nothing is coalesced", async () => {
  const hook = await createHook(all);
  await deliver(hook);
  await hook.put("/a", "one");
  await hook.put("/a", "four");
  await hook.put("/b");
  await remove(hook, "/b");
  const [, message] = await deliver(hook);
  const now = { path: "/a", type: "file", size: 4 };
  expect(message.data.events).toMatchObject([
    { type: "created", path: "/a", file: now },
    { type: "updated", path: "/a", file: now },
    { type: "created", path: "/b", file: null },
    { type: "deleted", path: "/b", file: null },
  ]);
  expect(message.data.events[0].file).toEqual(message.data.events[1].file);
});

test("spec 6.5: a resync's cursor is greater than every earlier one and valid in the feed", async () => {
  const hook = await createHook(all);
  await hook.put("/a");
  const [resync] = await deliver(hook);
  const { cursor } = resync.data;
  expect(Number(cursor)).toBeGreaterThan(1);
  const read = () =>
    call(all.service, all.tenant.key, "GET", `${hook.fs.base}/changes?cursor=${cursor}`);
  expect(await read()).toMatchObject({ status: 200, body: { events: [], cursor } });
  await hook.put("/b");
  expect((await read()).body.events).toMatchObject([{ type: "created", path: "/b" }]);
});

test("spec 7.3: a message's cursor is the last change scanned, even outside the prefix", async () => {
  const hook = await createHook(all, "/in");
  await deliver(hook);
  await hook.put("/in/a");
  await hook.put("/out");
  const messages = await deliver(hook);
  expect(messages).toHaveLength(2);
  expect(messages[1].data.events.map(({ path }: { path: string }) => path)).toEqual([
    "/in",
    "/in/a",
  ]);
  const head = await call(all.service, all.tenant.key, "GET", `${hook.fs.base}/changes`);
  expect(messages[1].data.cursor).toBe(head.body.cursor);
  expect(await deliver(hook)).toHaveLength(2);
});
