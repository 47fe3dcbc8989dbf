import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { createHook, grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { call, createKey, createTenant } from "@/testing/tenant";

const all = useDelivering();

const get = async (route: string, key = all.tenant.key) =>
  (await call(all.service, key, "GET", `/api/v1/orgs/${all.tenant.orgId}${route}`)).body;

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

async function deliver(hook: Hook, status = 200) {
  all.respond = () => ({ status });
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
}

/** Moves the beginning of a webhook's failures into the past. */
const failFor = (hook: Hook, minutes: number) =>
  all.service.services.pool.query(
    "UPDATE webhook SET failing_since = now() - make_interval(mins => $2) WHERE id = $1",
    [hook.id, minutes],
  );

test("webhooks of all filesystems are listed and counted by their health", async () => {
  const hooks = [];
  for (let n = 0; n < 5; n++) hooks.push(await createHook(all));
  const [healthy, retrying, failing, disabled, paused] = hooks as [Hook, Hook, Hook, Hook, Hook];
  await deliver(healthy);
  for (const hook of [retrying, failing, disabled]) await deliver(hook, 500);
  await failFor(retrying, 59);
  await failFor(failing, 61);
  await call(
    all.service,
    all.tenant.key,
    "DELETE",
    `${disabled.fs.base}/grants/${disabled.creator.keyId}`,
  );
  await call(all.service, all.tenant.key, "POST", `${paused.route}:pause`);
  const listed = await get("/webhooks");
  expect(listed).toEqual(
    await Promise.all(hooks.map((hook) => hook.read())).then((read) =>
      read.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ),
  );
  expect(await get("/webhook-counts")).toEqual({
    healthy: 1,
    retrying: 1,
    failing: 1,
    disabled: 1,
    paused: 1,
  });
  const of = async (health: string) => idsOf(await get(`/webhooks?health=${health}`));
  expect(await of("healthy")).toEqual([healthy.id]);
  expect(await of("retrying")).toEqual([retrying.id]);
  expect(await of("failing")).toEqual([failing.id]);
  expect(await of("disabled")).toEqual([disabled.id]);
  expect(await of("paused")).toEqual([paused.id]);
  expect(await of("unhealthy")).toEqual([retrying.id, failing.id, disabled.id].toSorted());
  const pages = [await get("/webhooks?limit=3"), await get(`/webhooks?after=${listed[2].id}`)];
  expect(pages.flatMap(idsOf)).toEqual(idsOf(listed));
});

test("webhooks are searched and counted by URL, path prefix, description and filesystem, whatever the case", async () => {
  const [hook, other] = [await createHook(all), await createHook(all)];
  const mark = hook.id.slice(-6);
  await call(all.service, all.tenant.key, "PATCH", hook.route, { description: `100%_ ${mark}` });
  const of = async (search: string) =>
    idsOf(await get(`/webhooks?search=${encodeURIComponent(search)}`));
  expect(await of(`100%_ ${mark.toUpperCase()}`)).toEqual([hook.id]);
  expect(await of(`100__ ${mark}`)).toEqual([]);
  const both = await of(new URL((await hook.read()).url).host.toUpperCase());
  expect(both).toEqual(expect.arrayContaining([hook.id, other.id]));
  const counts: Record<string, number> = await get(`/webhook-counts?search=${mark}`);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1);
  for (const route of ["/webhooks", "/webhook-counts"])
    expect(await get(`${route}?search=a%00b`)).toMatchObject({ code: "validation_error" });
});

test("deliveries and attempts of all webhooks come in one list, newest first", async () => {
  const [one, other] = [await createHook(all), await createHook(all)];
  const before = await get("/stats?window=1h");
  await call(all.service, all.tenant.key, "PATCH", one.route, { description: "Index" });
  await deliver(one);
  await deliver(other);
  await deliver(other, 500);
  await one.put("/a");
  await deliver(one, 500);
  await deliver(one, 503);
  const [newest, ...rest] = await get("/deliveries");
  expect(newest).toMatchObject({
    webhook_id: one.id,
    filesystem_id: one.fs.id,
    url: `https://receiver.test${one.path}`,
    description: "Index",
    status: "waiting",
    attempts: [{ outcome: "http_500" }, { outcome: "http_503" }],
  });
  const mine = [newest, ...rest].filter(({ webhook_id: id }) => [one.id, other.id].includes(id));
  expect(mine.map(({ webhook_id: id }) => id)).toEqual([one.id, other.id, one.id]);
  expect(idsOf([newest, ...rest])).toEqual(
    idsOf([newest, ...rest])
      .toSorted()
      .toReversed(),
  );
  const pages = [await get("/deliveries?limit=2"), await get(`/deliveries?after=${rest[0].id}`)];
  expect(pages.flat()).toEqual([newest, ...rest]);
  expect(idsOf(await get("/deliveries?code=http_503"))).toEqual([newest.id]);
  expect(idsOf(await get(`/deliveries?id=${rest[0].id}`))).toEqual([rest[0].id]);
  const ofOne = idsOf(mine.filter(({ webhook_id: id }) => id === one.id));
  expect(idsOf(await get(`/deliveries?webhook_id=${one.id}`))).toEqual(ofOne);
  expect(idsOf(await get(`/deliveries?filesystem_id=${one.fs.id}&limit=2`))).toEqual(ofOne);
  expect(idsOf(await get(`/deliveries?filesystem_id=${one.fs.id}&after=${newest.id}`))).toEqual(
    ofOne.slice(1),
  );
  expect(await get(`/deliveries?filesystem_id=${one.fs.id}&webhook_id=${other.id}`)).toEqual([]);
  const after = await get("/stats?window=1h");
  const total = (stats: typeof after) =>
    stats.buckets.reduce((n: number, { delivered }: { delivered: number }) => n + delivered, 0);
  expect(total(after) - total(before)).toBe(2);
  expect((after.by_code.http_503 ?? 0) - (before.by_code.http_503 ?? 0)).toBe(1);
});

test("an API key sees what concerns filesystems it may write to, and other organisations nothing", async () => {
  const hook = await createHook(all);
  await deliver(hook);
  const key = await createKey(all.service.services.db, all.tenant.orgId, []);
  const seen = async () => ({
    webhooks: idsOf(await get("/webhooks", key.key)),
    counts: await get("/webhook-counts", key.key),
    deliveries: (await get("/deliveries", key.key)).map(
      ({ webhook_id: id }: { webhook_id: string }) => id,
    ),
    attempts: JSON.stringify(await get("/stats?window=1h", key.key)).includes('"delivered":1'),
  });
  const nothing = {
    webhooks: [],
    counts: { healthy: 0, retrying: 0, failing: 0, disabled: 0, paused: 0 },
    deliveries: [],
    attempts: false,
  };
  expect(await seen()).toEqual(nothing);
  await grant(all, hook.fs.base, key.keyId, "ro");
  expect(await seen()).toEqual(nothing);
  await grant(all, hook.fs.base, key.keyId, "rw");
  expect(await seen()).toEqual({
    webhooks: [hook.id],
    counts: { ...nothing.counts, healthy: 1 },
    deliveries: [hook.id],
    attempts: true,
  });
  const stranger = await createTenant(all.service);
  const theirs = `/api/v1/orgs/${stranger.orgId}/deliveries`;
  for (const filter of [`webhook_id=${hook.id}`, `filesystem_id=${hook.fs.id}`])
    expect((await call(all.service, stranger.key, "GET", `${theirs}?${filter}`)).body).toEqual([]);
  for (const route of ["/webhooks", "/webhook-counts", "/deliveries", "/stats"])
    expect((await get(route, stranger.key)).detail).toMatchObject({ code: "not_found" });
});
