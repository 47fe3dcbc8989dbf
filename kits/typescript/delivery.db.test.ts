import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { createHook, skipWaits, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { call } from "@/testing/tenant";

import { createReceiver, handleRequest, memoryStore } from "./index";

const all = useDelivering();

// The suite sends its own messages, so here are those of the service, also with two signatures.
test("a receiver of a web-standard Request follows what the service itself sends", async () => {
  const { service, tenant } = all;
  const hook = await createHook(all);
  const store = memoryStore();
  const receiver = createReceiver({
    secrets: [hook.secret],
    source: {
      api: service.url,
      key: hook.creator.key,
      org: tenant.orgId,
      filesystem: hook.fs.id,
    },
    store,
  });
  const statuses: number[] = [];
  all.respond = async ({ headers, body }) => {
    const request = new Request("https://receiver.test", { method: "POST", headers, body });
    const { status } = await handleRequest(receiver, request);
    statuses.push(status);
    return { status };
  };
  const deliver = async () => {
    await skipWaits(all, hook.id);
    await drain(service.services, hook.id);
  };
  const paths = () => [...store.files.keys()].toSorted();

  await hook.put("/a/one");
  await deliver();
  await eventually("the first listing", () => paths().join() === "/a,/a/one");
  await hook.put("/b");
  await call(service, tenant.key, "POST", `${hook.route}:rotate-secret`);
  await deliver();
  await call(service, tenant.key, "DELETE", `${hook.fs.base}/files?path=/a/one`);
  await deliver();
  expect(paths()).toEqual(["/a", "/b"]);
  expect(store.files.get("/b")).toMatchObject({ type: "file", size: 1 });
  const rotated = hook
    .received()
    .at(-1)
    ?.headers.find(([name]) => name === "webhook-signature");
  expect(rotated?.[1].split(" ")).toHaveLength(2);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await receiver.stop();

  const get = await handleRequest(receiver, new Request("https://receiver.test"));
  expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  const body = "x".repeat(300 * 1024);
  const large = new Request("https://receiver.test", { method: "POST", body });
  expect((await handleRequest(receiver, large)).status).toBe(413);
});
