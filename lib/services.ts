import { readFileSync } from "node:fs";

import type pg from "pg";

import { createLookups, type Lookups } from "@/lib/auth/lookups";
import { createPasswords, type Passwords } from "@/lib/auth/passwords";
import { createHeads, type Heads } from "@/lib/changes/heads";
import { createDb, type Db } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { POLICY } from "@/lib/delivery/policy";
import { createSender, type Sender } from "@/lib/delivery/send";
import type { BlobStore } from "@/lib/entries/blob-store";
import { type CommitPut, createCommitPut } from "@/lib/entries/commit-puts";
import { openBlobStore } from "@/lib/entries/open-blob-store";
import { createUsageCounter, type UsageCounter } from "@/lib/filesystems/usage-counter";
import { type CodeLimits, createCodeLimits } from "@/lib/http/oauth-code-limits";
import { createRateLimits, type RateLimits } from "@/lib/http/rate-limit";
import { createSignInLimits, type SignInLimits } from "@/lib/http/sign-in-limits";
import { createMailer, type Mailer } from "@/lib/mail/mailer";
import { createResolver, type Resolver } from "@/lib/net/resolve";
import { USER_AGENT } from "@/lib/product";
import { createLive, type Live } from "@/lib/realtime/live";
import type { KeyRing } from "@/lib/seal";
import { type Settings, SettingsError } from "@/lib/settings";

/** How this process reaches the engine. Both calls return at once, and what they say may be lost. */
export type Hints = {
  changesCommitted(): void;
  wakeWebhooks(webhookIds: readonly string[]): void;
};

/** What the verbs of this process share: one database pool, one blob store, the settings. */
export type Services = {
  settings: Settings;
  pool: pg.Pool;
  db: Db;
  /** For settling alone: an acknowledged message must not wait behind requests and be sent twice for it. */
  settleDb: Db;
  blobs: BlobStore;
  commitPut: CommitPut;
  lookups: Lookups;
  keys: KeyRing;
  resolver: Resolver;
  sender: Sender;
  rateLimits: RateLimits;
  signInLimits: SignInLimits;
  codeLimits: CodeLimits;
  passwords: Passwords;
  mail: Mailer;
  heads: Heads;
  live: Live;
  usage: UsageCounter;
  patienceMs: number;
  /** Tells the engine, coalesced, that changes were committed. */
  hintChanges(): void;
  wakeWebhooks(webhookIds: readonly string[]): void;
  close(): Promise<void>;
};

// Next bundles its own copy of this module beside the server's; both must find the same services.
declare global {
  var tidemarkServices: Services | undefined;
}

// Enough for the two cores of a small machine; requests beyond it wait a moment instead of crowding PostgreSQL.
const POOL_SIZE = 20;
const SETTLE_POOL_SIZE = 4;
const RESOLVER = { budgetMs: 5_000, cacheMs: 3_000 };

/** The services of this process; whoever starts it opens them first. */
export function services(): Services {
  const opened = globalThis.tidemarkServices;
  if (opened === undefined) throw new Error("the services of this process were not opened");
  return opened;
}

/**
 * Opens the services of this process from complete settings (the launcher fills in what the embedded parts need).
 * @throws SettingsError when the database or the keys are not given.
 */
export async function openServices(settings: Settings, hints: Hints): Promise<Services> {
  const { databaseUrl, encryptionKeys } = settings;
  if (databaseUrl === undefined) throw new SettingsError("DATABASE_URL is missing");
  if (encryptionKeys === undefined) throw new SettingsError("ENCRYPTION_KEYS is missing");
  const pool = createPool(databaseUrl, POOL_SIZE);
  const resolver = createResolver(RESOLVER);
  const sender = createSender({
    connectTo: settings.webhook.connectTo,
    ...readExtraCa(settings.webhook.caFile),
    resolver,
    deadlineMs: POLICY.deadlineMs,
    userAgent: USER_AGENT,
  });
  const db = createDb(pool);
  const settlePool = createPool(databaseUrl, SETTLE_POOL_SIZE);
  const settleDb = createDb(settlePool);
  const heads = createHeads(db);
  const live = createLive({ db, pool, databaseUrl });
  const usage = createUsageCounter(pool);
  const mail = createMailer(settings);
  const opened: Services = {
    settings,
    pool,
    db,
    settleDb,
    blobs: await openBlobStore(settings),
    commitPut: createCommitPut(db),
    lookups: createLookups(),
    keys: encryptionKeys,
    resolver,
    sender,
    rateLimits: createRateLimits(pool, settings.rateLimits),
    signInLimits: createSignInLimits(pool),
    codeLimits: createCodeLimits(pool),
    passwords: createPasswords(),
    mail,
    heads,
    live,
    usage,
    patienceMs: POLICY.patienceMs[settings.embedded ? "embedded" : "remote"],
    hintChanges() {
      hints.changesCommitted();
      heads.look();
    },
    wakeWebhooks: (ids) => hints.wakeWebhooks(ids),
    async close() {
      heads.close();
      await live.close();
      await sender.close();
      await mail.close();
      await usage.close();
      await db.$disconnect();
      await settleDb.$disconnect();
      await Promise.all([pool.end(), settlePool.end()]);
      if (globalThis.tidemarkServices === opened) globalThis.tidemarkServices = undefined;
    },
  };
  globalThis.tidemarkServices = opened;
  return opened;
}

function readExtraCa(file: string | undefined): { extraCa?: string } {
  if (file === undefined) return {};
  try {
    return { extraCa: readFileSync(file, "utf8") };
  } catch {
    throw new SettingsError("WEBHOOK_CA_FILE cannot be read");
  }
}
