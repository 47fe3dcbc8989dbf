import { afterAll, beforeAll, expect, test } from "vitest";

import { createAuthority } from "@/testing/certificates";
import { asOwner } from "@/testing/database";
import { type Endpoint, type Reaction, startEndpoint } from "@/testing/endpoint";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutChanges, fanOutPending } from "./fan-out";
import { reconcile } from "./reconciler";
import { requeueStalled } from "./requeue-stalled";

// Faults of our own: none may cost a delivery, its turn, or a minute of the endpoint's 24 hours.
const HOST = "receiver.test";
let endpoint: Endpoint;
let service: TestService;
let reaction: Reaction = { status: 200 };

beforeAll(async () => {
  const ca = await createAuthority();
  const certificate = await ca.issue([HOST]);
  endpoint = await startEndpoint({ certificate, respond: () => reaction });
  const env = { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` };
  service = await startTestService({ ca: ca.ca, env });
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

const sql = (text: string, values: unknown[] = []) => service.services.pool.query(text, values);
const skipWaits = (id: string) =>
  sql("UPDATE webhook SET not_before = 'epoch', pace_until = 'epoch' WHERE id = $1", [id]);
const row = (id: string) => service.services.db.webhook.findUniqueOrThrow({ where: { id } });

/** A filesystem of its own tenant, with a webhook that is up to date. */
async function setUp() {
  reaction = { status: 200 };
  const tenant = await createTenant(service);
  const fs = await createFilesystem(service, tenant);
  const made = await call(service, tenant.key, "POST", `${fs.base}/webhooks`, {
    url: `https://${HOST}/`,
  });
  const webhookId: string = made.body.id;
  await drain(service.services, webhookId);
  await skipWaits(webhookId);
  const put = () => call(service, tenant.key, "PUT", `${fs.base}/files?path=/a.txt`, "x");
  return { ...tenant, fsId: fs.id, webhookId, put };
}

test("attempts that die with their process keep the number and do not count towards the 24 hours", async () => {
  const { webhookId, put } = await setUp();
  reaction = { status: 500 };
  await put();
  await fanOutPending(service.services);
  expect(await drain(service.services, webhookId)).toBeLessThanOrEqual(5_000);
  const before = await row(webhookId);
  for (let n = 0; n < 4; n++) {
    await skipWaits(webhookId);
    await sql(
      `SELECT s.* FROM webhook w, webhook_start(w.id, w.rev, NULL, NULL, NULL, NULL, interval '20 s') s WHERE w.id = $1`,
      [webhookId],
    );
    await sql(
      "UPDATE webhook SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = $1",
      [webhookId],
    );
  }
  await skipWaits(webhookId);
  expect(await drain(service.services, webhookId)).toBeLessThanOrEqual(10_000);
  const after = await row(webhookId);
  const pushed = Number(after.disable_at) - Number(before.disable_at);
  expect(pushed).toBeGreaterThanOrEqual(4 * 20_000);
});

/** A write of which nothing was fanned out. */
const write = (fsId: string) => sql("SELECT entry_mkdir($1, '/d', false, 493, 'api')", [fsId]);

test("a filesystem whose changes cannot be fanned out does not hold up others", async () => {
  const bad = await setUp();
  const good = await setUp();
  await asOwner(
    service,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE OF dispatched_cursor ON filesystem FOR EACH ROW
     WHEN (old.id = '${bad.fsId}' AND old.dispatched_cursor <> new.dispatched_cursor) EXECUTE FUNCTION refuse()`,
  );
  await write(bad.fsId);
  await write(good.fsId);
  service.woken.length = 0;
  await reconcile(service.services);
  expect(service.woken).toContain(good.webhookId);
  await asOwner(service, "DROP TRIGGER refuse ON filesystem; DROP FUNCTION refuse()");
});

test("a filesystem that stays locked is left to a later fan-out", async () => {
  const { fsId, webhookId } = await setUp();
  await write(fsId);
  const holder = await service.services.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM filesystem WHERE id = $1 FOR UPDATE", [fsId]);
  expect(await fanOutChanges(service.services, [fsId])).toEqual([]);
  await holder.query("COMMIT");
  holder.release();
  expect(await fanOutChanges(service.services, [fsId])).toEqual([webhookId]);
});

test("an idle webhook of an expired key is disabled too", async () => {
  const { webhookId } = await setUp();
  await sql("UPDATE webhook SET access_expires_at = clock_timestamp() WHERE id = $1", [webhookId]);
  await reconcile(service.services);
  expect(await row(webhookId)).toMatchObject({
    state: "disabled",
    disabled_reason: "access_revoked",
  });
});

test("requeueing and revoking do not deadlock", async () => {
  const { fsId, keyId, orgId, webhookId } = await setUp();
  const tenants = await Promise.all(Array.from({ length: 3 }, setUp));
  const ids = [webhookId, ...tenants.map((tenant) => tenant.webhookId)];
  for (let n = 0; n < 20; n++) {
    await sql(
      `UPDATE webhook SET wakeup_attempts = 5, target_cursor = position + 1, wake_at = clock_timestamp() + interval '1 h'
       WHERE id = ANY ($1) AND state = 'active'`,
      [ids],
    );
    await Promise.all([
      requeueStalled(service.services),
      sql("SELECT access_ended($1, $2, $3, false)", [
        `key:${n === 19 ? keyId : "nobody"}`,
        orgId,
        fsId,
      ]),
      requeueStalled(service.services),
    ]);
  }
  expect(await row(webhookId)).toMatchObject({ state: "disabled" });
});

test("a step ends on time even when the endpoint takes longer than a second", async () => {
  const { fsId, webhookId } = await setUp();
  await sql(
    `WITH f AS (UPDATE filesystem SET head = head + 2500, undispatched = true WHERE id = $1 RETURNING head - 2500 AS old)
     INSERT INTO change (filesystem_id, cursor, kind, path) SELECT $1, old + n, 'updated', '/a' FROM f, generate_series(1, 2500) n`,
    [fsId],
  );
  await fanOutPending(service.services);
  reaction = { status: 200, afterMs: 1_100 };
  const before = endpoint.requests.length;
  expect(await drain(service.services, webhookId)).toBeGreaterThan(0);
  expect(endpoint.requests.length - before).toBeLessThan(16);
});
