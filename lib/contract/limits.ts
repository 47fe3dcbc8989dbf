import { WEBHOOK_LIMITS } from "./webhook-limits";

const KIB = 1024;

/**
 * Fixed limits of the API (spec 10.1), each defined here once; limits an operator can change are in
 * lib/settings.ts. Lengths in bytes count UTF-8. Limits that SQL repeats are compared by limits.db.test.ts.
 */
export const LIMITS = {
  ...WEBHOOK_LIMITS,
  webhookUrlBytes: 2_048,
  /** One webhook message. */
  messageEvents: 100,
  messageBytes: 256 * KIB,
  /** What a test inbox keeps: messages, hours, and bytes of their bodies. */
  inboxMessages: 100,
  inboxHours: 24,
  inboxBytes: 1024 * KIB,
  /** A path or `path_prefix`, as sent. */
  pathBytes: 4_096,
  /** One segment of a path. */
  segmentBytes: 255,
  symlinkBytes: 4_096,
  /** Characters (UTF-16 code units) of a display name. */
  nameLength: 200,
  /** How long the old secret of a rotated API key may work, in hours. */
  rotationOverlapHours: 168,
  idempotencyKeyBytes: 255,
  pageItems: 1_000,
  /** What an organisation keeps of its notices. */
  notices: 1_000,
  noticeDays: 30,
  /** Days that a deleted entry is kept in the trash. */
  trashDays: 30,
  /** Paths in one request for an archive. */
  archivePaths: 100,
  /** Archives and exports that are open at one time: of a user or key, of an organisation, and in each web process. */
  openArchives: { user: 2, organisation: 4, process: 16 },
  /** Passkeys per account. */
  passkeys: 10,
  /** How an authenticator can be reached, as browsers name it. */
  transports: 10,
  transportLength: 32,
  /** Problems listed in a `validation_error`. */
  problems: 20,
  /** A JSON body: two paths, which JSON may escape to 24 KiB each, fit into one of a filesystem. */
  bodyBytes: { filesystem: 64 * KIB, other: 16 * KIB },
  /** Request line and headers. A path takes up to 12 KiB percent-encoded, and a page token as much again. */
  headBytes: 64 * KIB,
  /** Ranges that one request replaces; more would not fit into the headers of a request. */
  writeRanges: 256,
  /** One batch of changes; parsing a body of this size takes milliseconds too. */
  batchChanges: 512,
  batchBytes: 1024 * KIB,
  /** A content in a batch: what the database stores with its entry. */
  batchContentBytes: 16 * KIB,
} as const;

/** A limit as texts show it, such as `4,096`. */
export const formatLimit = (limit: number): string => limit.toLocaleString("en");
