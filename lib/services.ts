import type pg from "pg";

import type { Passwords } from "@/lib/accounts/passwords";
import type { AccessWatch } from "@/lib/auth/access-watch";
import type { Lookups } from "@/lib/auth/credential-lookups";
import type { Heads } from "@/lib/changes/heads";
import type { Db } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import type { BlobStore } from "@/lib/entries/blob-store";
import type { PutGuard } from "@/lib/entries/put-guard";
import type { WriteEntries, WriteEntry } from "@/lib/entries/share-writes";
import type { UsageCounter } from "@/lib/filesystems/usage-counter";
import type { InvitationLimits } from "@/lib/http/invitation-limits";
import type { CodeLimits } from "@/lib/http/oauth-code-limits";
import type { OpenLimits } from "@/lib/http/open-limits";
import type { RateLimits } from "@/lib/http/rate-limit";
import type { SignInLimits } from "@/lib/http/sign-in/limits";
import type { Mailer } from "@/lib/mail/mailer";
import type { Metrics } from "@/lib/metrics/metrics";
import type { MountActivity } from "@/lib/mounts/mount-activity";
import type { Resolver } from "@/lib/net/resolve";
import type { KeyCounter } from "@/lib/organisations/key-counter";
import type { Live } from "@/lib/realtime/live";
import type { KeyRing } from "@/lib/seal";
import type { Sender } from "@/lib/sender/send";
import type { Settings } from "@/lib/settings";
import type { Tracing } from "@/lib/tracing/tracing";

/** How this process notifies the engine. Both calls return at once, and their hints may be lost. */
export type Hints = {
  changesCommitted(): void;
  /** @param trace the span of the write that woke them, as a traceparent */
  wakeWebhooks(webhookIds: readonly string[], trace?: string): void;
};

/** What all verbs of a process share. */
export type Services = {
  settings: Settings;
  pool: pg.Pool;
  db: Db;
  /** For the most frequent statements. */
  sql: Sql;
  /**
   * Only for recording attempts: an acknowledged message must not wait behind requests and be sent
   * twice.
   */
  recordSql: Sql;
  blobs: BlobStore;
  writeEntries: WriteEntries;
  writeEntry: WriteEntry;
  putGuard: PutGuard;
  lookups: Lookups;
  keys: KeyRing;
  resolver: Resolver;
  sender: Sender;
  rateLimits: RateLimits;
  openLimits: OpenLimits;
  signInLimits: SignInLimits;
  invitationLimits: InvitationLimits;
  codeLimits: CodeLimits;
  passwords: Passwords;
  mail: Mailer;
  heads: Heads;
  accessWatch: AccessWatch;
  live: Live;
  usage: UsageCounter;
  keyRequests: KeyCounter;
  mountActivity: MountActivity;
  metrics: Metrics;
  tracing: Tracing;
  /** How long to wait for a wake-up event before the reconciler repeats it. */
  wakeupTimeoutMs: number;
  wakeWebhooks(webhookIds: readonly string[]): void;
  close(): Promise<void>;
};

/** A function names the services it uses: `Uses<"db" | "sender">`. */
export type Uses<Name extends keyof Services> = Pick<Services, Name>;

// Next bundles a second copy of this module; both must find the same services.
declare global {
  var tidemarkServices: Services | undefined;
}

/** The services of this process, opened by its entry point. @throws Error before that */
export function services(): Services {
  const opened = globalThis.tidemarkServices;
  if (opened === undefined) throw new Error("services() was called before openServices()");
  return opened;
}
