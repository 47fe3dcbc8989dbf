import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { createTenant } from "@/testing/tenant";
import { createInbox } from "@/testing/test-inbox";

import { keepMessage } from "./keep-message";
import { pruneInboxes } from "./prune-inboxes";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

let cursor = 0;

/** Keeps a new message with this body; resolves to its id. */
async function keep(webhookId: string, body: string): Promise<string> {
  const id = newId("msg");
  await service.services.pool.query(
    `INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
     VALUES ($1, $2, 'files.changed', 'waiting', $3::bigint, $3::bigint + 1, 1, 2, '')`,
    [id, webhookId, cursor++],
  );
  await keepMessage(service.services.db, { id, signedAt: 1_700_000_000, body });
  return id;
}

type Message = { id: string; body: string | null };
const idsOf = (messages: Message[]) => messages.map(({ id }) => id);

test("spec 7.37: the newest 100 are kept, each counted once", async () => {
  const hook = await createInbox(service, tenant);
  const other = await createInbox(service, tenant);
  const untouched = await keep(other.id, "{}");
  const ids: string[] = [];
  for (let n = 0; n < 102; n++) ids.push(await keep(hook.id, "{}"));
  expect(idsOf(await hook.received())).toEqual(ids.slice(2).toReversed());
  await keepMessage(service.services.db, { id: ids[50]!, signedAt: 1_700_000_000, body: "{}" });
  expect(idsOf(await hook.received())).toEqual(ids.slice(2).toReversed());
  expect(idsOf(await other.received())).toEqual([untouched]);
  const { rows } = await service.services.pool.query(
    "SELECT count(*)::int AS n FROM inbox_message WHERE webhook_id = $1",
    [hook.id],
  );
  expect(rows).toEqual([{ n: 100 }]);
});

test("spec 7.37: bodies beyond 1 MiB go, from the oldest", async () => {
  const hook = await createInbox(service, tenant);
  const large = "x".repeat(262_144);
  for (let n = 0; n < 5; n++) await keep(hook.id, large);
  const bodies = (await hook.received()).map(({ body }: Message) => body?.length ?? null);
  expect(bodies).toEqual([262_144, 262_144, 262_144, 262_144, null]);
});

test("spec 7.37: a message is kept for a day", async () => {
  const hook = await createInbox(service, tenant);
  const old = await keep(hook.id, "{}");
  const young = await keep(hook.id, "{}");
  const { db, pool } = service.services;
  const age = (id: string, ago: string) =>
    pool.query(
      "UPDATE inbox_message SET received_at = clock_timestamp() - $2::interval WHERE id = $1",
      [id, ago],
    );
  await age(old, "24 hours 1 second");
  await age(young, "23 hours 59 minutes");
  // No longer shown, also before it is deleted.
  expect(idsOf(await hook.received())).toEqual([young]);
  expect(await pruneInboxes(db)).toBe(1);
  expect(await pruneInboxes(db)).toBe(0);
  expect(await pruneInboxes(db, Date.now() + 3_600_000)).toBeGreaterThanOrEqual(1);
  expect(await hook.received()).toEqual([]);
});

test("spec 7.37: a message of a webhook deleted meanwhile is not kept", async () => {
  const kept = { id: newId("msg"), signedAt: 1_700_000_000, body: "{}" };
  expect(await keepMessage(service.services.db, kept)).toBe(false);
});
