import { readFileSync } from "node:fs";

import type pg from "pg";

import { createPasswords } from "@/lib/accounts/passwords";
import { createAccessWatch } from "@/lib/auth/access-watch";
import { createLookups } from "@/lib/auth/credential-lookups";
import { createHeads } from "@/lib/changes/heads";
import { createDb } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { createSql } from "@/lib/db/sql";
import { POLICY } from "@/lib/delivery/policy";
import { openBlobStore } from "@/lib/entries/open-blob-store";
import { createPutGuard } from "@/lib/entries/put-guard";
import { shareWrites } from "@/lib/entries/share-writes";
import { createWriteTogether } from "@/lib/entries/write-entries";
import { createUsageCounter } from "@/lib/filesystems/usage-counter";
import { createInvitationLimits } from "@/lib/http/invitation-limits";
import { createCodeLimits } from "@/lib/http/oauth-code-limits";
import { createOpenLimits } from "@/lib/http/open-limits";
import { createRateLimits } from "@/lib/http/rate-limit";
import { createSignInLimits } from "@/lib/http/sign-in/limits";
import { createListenerCarrier } from "@/lib/listeners/carrier";
import { createMailer } from "@/lib/mail/mailer";
import { createMetrics } from "@/lib/metrics/metrics";
import { createMountActivity } from "@/lib/mounts/mount-activity";
import { createResolver, type Resolver } from "@/lib/net/resolve";
import { createKeyCounter } from "@/lib/organisations/key-counter";
import { USER_AGENT } from "@/lib/product";
import { createLive } from "@/lib/realtime/live";
import { createSender, type Sender, type SenderOptions } from "@/lib/sender/send";
import type { Hints, Services } from "@/lib/services";
import { type Settings, SettingsError } from "@/lib/settings";
import { createTestInbox } from "@/lib/test-inbox/test-inbox";
import { openTracing } from "@/lib/tracing/open-tracing";

import { observeServices } from "./metrics/observe-services";

// Enough for two cores; more requests queue here instead of overloading PostgreSQL.
const POOL_SIZE = 20;
const RECORD_POOL_SIZE = 4;
const RESOLVER = { budgetMs: 5_000, cacheMs: 3_000 };

/** The databases of a process: connections for requests, and others so that records of attempts never wait for them. */
function openDatabases(url: string) {
  const pool = createPool(url, POOL_SIZE);
  const recordPool = createPool(url, RECORD_POOL_SIZE);
  const db = createDb(pool);
  return { pool, recordPool, db, sql: createSql(pool), recordSql: createSql(recordPool) };
}

/**
 * Opens the services of this process from complete settings; the launcher fills in those of embedded parts.
 * @throws SettingsError without a database or encryption keys
 */
export async function openServices(settings: Settings, hints: Hints): Promise<Services> {
  const { databaseUrl, encryptionKeys } = settings;
  if (databaseUrl === undefined) throw new SettingsError("DATABASE_URL is not set");
  if (encryptionKeys === undefined) throw new SettingsError("ENCRYPTION_KEYS is not set");
  const { recordPool, ...database } = openDatabases(databaseUrl);
  const { pool, db, sql } = database;
  const resolver = createResolver(RESOLVER);
  const heads = createHeads(db);
  const live = createLive({ db, pool, databaseUrl });
  const sender = openSender(settings, resolver, {
    testInbox: createTestInbox({ db, keys: encryptionKeys }),
    listeners: createListenerCarrier({ db, live, databaseUrl }),
  });
  const counts = createCounts(pool);
  const mail = createMailer(settings);
  const tracing = await openTracing(settings);
  const write = createWriteTogether({ sql, tracing }, POLICY, ({ woken, marked }) => {
    if (woken.length > 0) hints.wakeWebhooks(woken, tracing.current());
    if (marked) hints.changesCommitted();
    heads.poll();
  });
  const opened: Services = {
    settings,
    ...database,
    blobs: await openBlobStore(settings),
    putGuard: createPutGuard(db),
    ...shareWrites(write, tracing),
    lookups: createLookups(),
    keys: encryptionKeys,
    resolver,
    sender,
    ...createLimits(settings, pool),
    passwords: createPasswords(),
    mail,
    heads,
    accessWatch: createAccessWatch(db),
    live,
    ...counts,
    metrics: createMetrics(),
    tracing,
    wakeupTimeoutMs: POLICY.wakeupTimeoutMs[settings.embedded ? "embedded" : "remote"],
    wakeWebhooks: (ids) => hints.wakeWebhooks(ids),
    async close() {
      heads.close();
      await live.close();
      await sender.close();
      await mail.close();
      await Promise.all(Object.values(counts).map((count) => count.close()));
      await opened.openLimits.close();
      await tracing.close();
      await db.$disconnect();
      await Promise.all([pool.end(), recordPool.end()]);
      if (globalThis.tidemarkServices === opened) globalThis.tidemarkServices = undefined;
    },
  };
  observeServices(opened, { requests: pool, records: recordPool });
  globalThis.tidemarkServices = opened;
  return opened;
}

/** What requests add up in memory. */
function createCounts(pool: pg.Pool) {
  return {
    usage: createUsageCounter(pool),
    keyRequests: createKeyCounter(pool),
    mountActivity: createMountActivity(pool),
  };
}

type Own = Pick<SenderOptions, "testInbox" | "listeners">;

function openSender(settings: Settings, resolver: Resolver, own: Own): Sender {
  return createSender({
    connectTo: settings.webhook.connectTo,
    ...readExtraCa(settings.webhook.caFile),
    resolver,
    ...own,
    deadlineMs: POLICY.deadlineMs,
    resendGapMs: POLICY.paceMs,
    slots: { count: POLICY.slots, waitMs: POLICY.slotWaitMs },
    attemptsPerHost: settings.webhook.attemptsPerHost,
    userAgent: USER_AGENT,
  });
}

const createLimits = (settings: Settings, pool: pg.Pool) => ({
  rateLimits: createRateLimits(pool, settings.rateLimits),
  openLimits: createOpenLimits(pool, settings.openLimits),
  signInLimits: createSignInLimits(pool),
  invitationLimits: createInvitationLimits(pool),
  codeLimits: createCodeLimits(pool),
});

function readExtraCa(file: string | undefined): { extraCa?: string } {
  if (file === undefined) return {};
  try {
    return { extraCa: readFileSync(file, "utf8") };
  } catch {
    throw new SettingsError("WEBHOOK_CA_FILE: failed to read the file");
  }
}
