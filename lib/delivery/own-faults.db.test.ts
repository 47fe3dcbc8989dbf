import { expect, test } from "vitest";

import { createHook, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { repeats } from "@/testing/repeats";
import { call } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { POLICY } from "./policy";
import { pruneHistory } from "./prune-history";
import { reconcile } from "./reconciler";

// Failures and backlogs on our side, and response headers that an endpoint has no say in.
const all = useDelivering();
const HUNDRED_THOUSANDS = repeats(2, 10);
const CROWD = repeats(2_000, 10_000);

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);
const row = async ({ id }: Hook) =>
  (await query("SELECT * FROM webhook WHERE id = $1", [id])).rows[0];

/** A webhook that is up to date. */
async function createReady(): Promise<Hook> {
  const hook = await createHook(all);
  await drain(all.service.services, hook.id);
  await skipWaits(all, hook.id);
  return hook;
}

async function change(hook: Hook) {
  await hook.put("/a");
  await fanOutPending(all.service.services);
}

test("every database connection is lost between a response and its record: nothing is lost, nothing is sent twice", async () => {
  const hook = await createReady();
  await change(hook);
  all.respond = async () => {
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    return { status: 200 };
  };
  expect(await drain(all.service.services, hook.id)).toBeNull();
  expect(hook.received()).toHaveLength(2);
  expect(await row(hook)).toMatchObject({ msg_id: null, wake_at: null, lease_until: null });
  expect((await hook.read()).last_failure).toBeNull();
});

test.each(["0", "-1", "99999999", "Wed, 21 Oct 2099 07:28:00 GMT", "soon", ""])(
  "429 and 503 with Retry-After %j: the schedule stays",
  async (after) => {
    const hook = await createReady();
    await change(hook);
    for (const [n, status] of [429, 503].entries()) {
      all.respond = () => ({ status, headers: { "retry-after": after } });
      await skipWaits(all, hook.id);
      const full = POLICY.firstRetryMs * 2 ** n;
      const wait = await drain(all.service.services, hook.id);
      expect(wait).toBeGreaterThanOrEqual(full * 0.9);
      expect(wait).toBeLessThanOrEqual(full);
    }
  },
);

test("hundreds of thousands of changes while it was disabled: enabling sends one resync, and then what is new", async () => {
  const hook = await createReady();
  all.respond = () => ({ status: 500 });
  await change(hook);
  await drain(all.service.services, hook.id);
  await query(
    `UPDATE webhook SET disable_at = clock_timestamp(), not_before = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1`,
    [hook.id],
  );
  await reconcile(all.service.services);
  expect(await hook.read()).toMatchObject({ state: "disabled" });
  for (let n = 0; n < HUNDRED_THOUSANDS; n++) {
    await query(
      `WITH f AS (UPDATE filesystem SET head = head + 100000, undispatched = true WHERE id = $1 RETURNING head - 100000 AS old)
       INSERT INTO change (filesystem_id, cursor, kind, path) SELECT $1, old + n, 'updated', '/a' FROM f, generate_series(1, 100000) n`,
      [hook.fs.id],
    );
    await fanOutPending(all.service.services);
  }
  while ((await pruneHistory(all.service.services.db)) > 0);
  all.respond = () => ({ status: 200 });
  const before = hook.received().length;
  await call(all.service, all.tenant.key, "POST", `${hook.route}:enable`);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  await skipWaits(all, hook.id);
  await change(hook);
  await drain(all.service.services, hook.id);
  const sent = hook
    .received()
    .slice(before)
    .map(({ body }) => JSON.parse(body));
  expect(sent.map(({ type }) => type)).toEqual(["files.resync", "files.changed"]);
  expect(sent[1].data.events).toHaveLength(1);
  expect(Number(sent[0].data.cursor)).toBeGreaterThan(HUNDRED_THOUSANDS * 100_000);
});

test("thousands of webhooks that failed together are woken in portions, none is forgotten, and those that recover get their message", async () => {
  const own = [await createReady(), await createReady()];
  all.respond = () => ({ status: 500 });
  for (const hook of own) {
    await change(hook);
    await drain(all.service.services, hook.id);
  }
  await query(
    `WITH o AS (INSERT INTO organisation (id, name) VALUES ('org_crowd', 'crowd') RETURNING id),
     f AS (INSERT INTO filesystem (id, org_id, name, root_id) SELECT 'fs_crowd_' || n, o.id, 'x', 1 FROM o, generate_series(1, ${CROWD / 5}) n RETURNING id)
     INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, created_by, position, target_cursor, msg_id, resync,
       wake_at, failing_since, disable_at, attempt)
     SELECT f.id || '-' || n, f.id, 'https://x.test/', 'x.test', '/', 'key:x', 0, 0, 'msg_' || f.id || n, false,
       clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '24 h', 1
     FROM f, generate_series(1, 5) n`,
  );
  await query(
    "UPDATE webhook SET wake_at = clock_timestamp(), not_before = clock_timestamp() WHERE msg_id IS NOT NULL",
  );
  const { woken } = all.service;
  woken.length = 0;
  const wokenIds = await eventually(
    "all of them to be woken",
    async () => {
      const before = woken.length;
      await reconcile(all.service.services);
      expect(woken.length - before).toBeLessThanOrEqual(200);
      const seen = new Set(woken);
      return seen.size >= CROWD + own.length ? seen : null;
    },
    60_000,
  );
  all.respond = () => ({ status: 200 });
  for (const hook of own) {
    expect(wokenIds.has(hook.id)).toBe(true);
    await skipWaits(all, hook.id);
    await drain(all.service.services, hook.id);
    expect(await row(hook)).toMatchObject({ msg_id: null, failing_since: null, wake_at: null });
  }
  await query("DELETE FROM organisation WHERE id = 'org_crowd'");
}, 90_000);
