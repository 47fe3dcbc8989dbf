import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { pruneDeliveries } from "@/lib/delivery/log/prune-deliveries";
import { POLICY } from "@/lib/delivery/policy";
import { pruneHistory } from "@/lib/delivery/prune-history";
import { reconcile } from "@/lib/delivery/reconciler";
import { sendNotices } from "@/lib/delivery/send-notices";
import { forgetContents } from "@/lib/entries/forget-contents";
import { purgeDeletedFilesystems } from "@/lib/filesystems/purge-deleted-filesystems";
import { pruneNotices } from "@/lib/notices/prune-notices";
import { purgeDeletedOrganisations } from "@/lib/organisations/purge-deleted-organisations";
import { sendExpiryWarnings } from "@/lib/organisations/send-expiry-warnings";
import { pruneInboxes } from "@/lib/test-inbox/prune-inboxes";
import { pruneTrash } from "@/lib/trash/prune-trash";
import {
  createHook,
  type Delivering,
  type Hook,
  skipWaits,
  startDelivering,
} from "@/testing/delivering";
import { grow } from "@/testing/growth";
import { measureBlocks } from "@/testing/measure-blocks";
import { repeats } from "@/testing/repeats";
import { createTestUser } from "@/testing/user";

const FEW = 1_000;
const MANY = repeats(20_000, 1_000_000);
// One more level in each of the indexes that a statement reads.
const mostBlocks = (few: number, statements: number) => 2 * few + 12 * statements;

// What a request writes once a minute at most.
const NOW_AND_THEN = /rate_limit|last_used_at = now/;

/** Work that is done without a request, what makes it necessary, and the blocks that each webhook of its organisation may add. */
type Job = { run: () => Promise<unknown>; before?: () => Promise<unknown>; perWebhook?: number };

let d: Delivering;
let hook: Hook;
let userId: string;
beforeAll(async () => {
  d = await startDelivering();
  hook = await createHook(d);
  ({ id: userId } = await createTestUser(d.service));
  await deliverAll();
});
afterAll(() => d.close());

async function deliverAll(): Promise<void> {
  await fanOutPending(d.service.services);
  await skipWaits(d, hook.id);
  await drain(d.service.services, hook.id);
}

let writes = 0;
const write = () => hook.put("/d0/f1", `content ${++writes}`);

// Not here are jobs that read all of a table every ten minutes: the use of all filesystems, and what credentials are over.
function jobs(): Record<string, Job> {
  const { services } = d.service;
  const { db } = services;
  return {
    "find what is due": { run: () => reconcile(services) },
    "write a file": { run: write },
    "fan out a change": { run: () => fanOutPending(services), before: write },
    "deliver a change": {
      run: () => drain(services, hook.id),
      before: async () => {
        await write();
        await fanOutPending(services);
        await skipWaits(d, hook.id);
      },
    },
    "prune the history": { run: () => pruneHistory(db) },
    "send notices": { run: () => sendNotices(services) },
    "warn of keys that expire": { run: () => sendExpiryWarnings(services) },
    // An organisation shares what is kept of bodies by the number of its webhooks, which are read from indexes.
    "prune deliveries": { run: () => pruneDeliveries(db, POLICY), perWebhook: 1 / 10 },
    "prune notices": { run: () => pruneNotices(db) },
    "prune the trash": { run: () => pruneTrash(db, new Date()) },
    "prune test inboxes": { run: () => pruneInboxes(db) },
    "forget contents": { run: () => forgetContents(services, new Date()) },
    "purge filesystems": { run: () => purgeDeletedFilesystems(db) },
    "purge organisations": { run: () => purgeDeletedOrganisations(db) },
  };
}

/** Adds rows, of which the webhook is up to date. */
async function growTo(from: number, to: number): Promise<void> {
  const { orgId, keyId } = d.tenant;
  await grow(d.service, { orgId, userId, keyId, fsId: hook.fs.id, webhookId: hook.id }, from, to);
  await d.service.services.pool.query(
    "UPDATE webhook SET position = f.head, target_cursor = f.head FROM filesystem f WHERE webhook.id = $1 AND f.id = $2",
    [hook.id, hook.fs.id],
  );
}

async function measure(): Promise<Map<string, { statements: number; blocks: number }>> {
  const costs = new Map<string, { statements: number; blocks: number }>();
  for (const [name, { run, before }] of Object.entries(jobs())) {
    // The first run does what the new rows made necessary and fills what the process caches, the next one passes over
    // what that has deleted.
    for (const _ of ["first", "next", "measured"]) {
      await before?.();
      const found = (await measureBlocks(run)).filter(([text]) => !NOW_AND_THEN.test(text));
      const blocks = found.reduce((sum, [, one]) => sum + one, 0);
      costs.set(name, { statements: found.length, blocks });
    }
  }
  return costs;
}

test(
  `what the background reads grows by the depth of its indexes from ${FEW} to ${MANY} of everything`,
  { timeout: 3_600_000 },
  async () => {
    await growTo(0, FEW);
    const before = await measure();
    await growTo(FEW, MANY);
    for (const [name, many] of await measure()) {
      const few = before.get(name)!;
      console.log(`${few.blocks} → ${many.blocks} blocks, ${many.statements} statements: ${name}`);
      expect.soft(many.statements, name).toBe(few.statements);
      const most = mostBlocks(few.blocks, few.statements) + MANY * (jobs()[name]?.perWebhook ?? 0);
      expect.soft(many.blocks, name).toBeLessThanOrEqual(most);
    }
    const sent = hook.received().length;
    await write();
    await deliverAll();
    expect(hook.received()).toHaveLength(sent + 1);
  },
);
