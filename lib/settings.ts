import net from "node:net";
import path from "node:path";

import ipaddr from "ipaddr.js";
import { z } from "zod";

import { PRODUCT } from "./product";
import {
  blobUrl,
  bytes,
  connectTo,
  count,
  hostKeys,
  keyRing,
  optional,
  quota,
  url,
} from "./setting-formats";

/** A setting is missing or invalid; the message is one actionable line. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

// The largest PutObject or CopyObject.
const S3_MAX_BYTES = 5 * 1024 ** 3;

const GIB = 1024 ** 3;
const SFTP_PORT = 2022;

const schema = z.object({
  HOST: z.string().min(1).optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  APP_URL: url("http:", "https:").optional(),
  SFTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SFTP_HOST_KEYS: hostKeys,
  TIDEMARK_DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: url("postgres:", "postgresql:").optional(),
  DATABASE_ADMIN_URL: url("postgres:", "postgresql:").optional(),
  DATABASE_FAILOVER: z.enum(["lossless"]).optional(),
  BLOB_URL: blobUrl.optional(),
  AWS_ACCESS_KEY_ID: optional,
  AWS_SECRET_ACCESS_KEY: optional,
  AWS_SESSION_TOKEN: optional,
  SMTP_URL: url("smtp:", "smtps:").optional(),
  SMTP_FROM: optional,
  SECURITY_CONTACT: url("mailto:", "https:").optional(),
  ENCRYPTION_KEYS: keyRing,
  NEXTAUTH_SECRET: z.string().min(32).optional(),
  GITHUB_ID: optional,
  GITHUB_SECRET: optional,
  GITHUB_URL: url("http:", "https:").default("https://github.com"),
  OIDC_ISSUER: url("http:", "https:").optional(),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  OIDC_NAME: z.string().min(1).max(50).default("Single sign-on"),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) => text.split(",").filter(Boolean)),
  RATE_LIMIT_MANAGEMENT: count(600),
  RATE_LIMIT_FILES: count(12_000),
  RATE_LIMIT_ANONYMOUS: count(60),
  // Five busy backends at full rate; more credentials add no more.
  RATE_LIMIT_ORGANISATION_FACTOR: count(5),
  // A backup of a large laptop; a tenth of the smallest disk such a service usually has.
  FILESYSTEM_BYTE_QUOTA: quota(100 * GIB),
  // A monorepo with dependencies has 300,000; listing and purging stay within minutes.
  FILESYSTEM_ENTRY_QUOTA: quota(1_000_000),
  // Five full filesystems, so that one customer cannot fill the disk.
  ORGANISATION_BYTE_QUOTA: quota(500 * GIB),
  // Five full filesystems too: some 3 GB of database.
  ORGANISATION_ENTRY_QUOTA: quota(5_000_000),
  // One per customer of a customer; few enough to sum up in a millisecond.
  MAX_FILESYSTEMS: count(1_000),
  // Half as many as filesystems: one key per program.
  MAX_API_KEYS: count(500),
  // A department invited in one week.
  MAX_INVITATIONS: count(100),
  // A consultant's clients; the operator can create more.
  MAX_ORGANISATIONS: count(20),
  // A copy locks its filesystem for about 10 s at most; above 100,000 events it is a single barrier.
  MAX_COPY_ENTRIES: count(200_000),
  MAX_FILE_BYTES: bytes(1, 5 * GIB),
  MIN_FREE_BYTES: bytes(0, GIB),
  UPLOAD_IDLE_MS: count(30_000),
  OPEN_STREAMS_PER_CREDENTIAL: count(100),
  OPEN_STREAMS_PER_ORGANISATION: count(1_000),
  OPEN_UPLOADS_PER_CREDENTIAL: count(32),
  OPEN_DOWNLOADS_PER_CREDENTIAL: count(100),
  MAX_CONNECTIONS: count(8_000),
  INNGEST_BASE_URL: url("http:", "https:").optional(),
  INNGEST_EVENT_KEY: optional,
  INNGEST_SIGNING_KEY: optional,
  INNGEST_SIGNING_KEY_FALLBACK: optional,
  WEBHOOK_CONNECT_TO: connectTo,
  WEBHOOK_CA_FILE: optional,
  // As many as 500 webhooks of one host need, each with one attempt a second.
  WEBHOOK_ATTEMPTS_PER_HOST: count(500),
  PAGES_PER_SECOND: count(50),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, "must have at least 16 characters, none of them a space")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("http:", "https:").optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url("http:", "https:").optional(),
  TIDEMARK_EMBEDDED: z.enum(["1"]).optional(),
  TIDEMARK_ENGINE_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  TIDEMARK_PAGES_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
});

type Parsed = z.infer<typeof schema>;
export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads and validates all settings from `env`, so that an invalid one stops the start.
 * @throws SettingsError naming the variable and the expected format, never the value
 */
export function readSettings(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((i) => `${i.path.join(".")} ${i.message}`);
    throw new SettingsError(problems.join("; "));
  }
  const s = parsed.data;
  const appUrl = new URL(s.APP_URL ?? `http://localhost:${s.PORT}`);
  checkTogether(s, appUrl);
  return {
    port: s.PORT,
    appUrl,
    sftp: {
      /** 0: there is no gateway. */
      port: s.SFTP_PORT ?? SFTP_PORT,
      isDefaultPort: s.SFTP_PORT === undefined,
      hostKeys: s.SFTP_HOST_KEYS,
    },
    dataDir: path.resolve(s.TIDEMARK_DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    /** Of the role that owns the tables and migrates them, if the service's own may not. */
    databaseAdminUrl: s.DATABASE_ADMIN_URL,
    /** A database failover loses no commit, so cursors stay valid. */
    losslessFailover: s.DATABASE_FAILOVER !== undefined,
    blobLocation: s.BLOB_URL,
    aws: {
      accessKeyId: s.AWS_ACCESS_KEY_ID,
      secretAccessKey: s.AWS_SECRET_ACCESS_KEY,
      sessionToken: s.AWS_SESSION_TOKEN,
    },
    mail: {
      url: s.SMTP_URL,
      from: s.SMTP_FROM ?? `${PRODUCT} <no-reply@${appUrl.hostname}>`,
    },
    /** The address to listen on; undefined: all, as a public address needs it. */
    host: s.HOST ?? (isLoopback(appUrl.hostname) ? "127.0.0.1" : undefined),
    encryptionKeys: s.ENCRYPTION_KEYS,
    authSecret: s.NEXTAUTH_SECRET,
    github: readGithub(s),
    oidc: readOidc(s),
    trustedProxies: s.TRUSTED_PROXIES,
    /** Where vulnerabilities are reported, as an URL. */
    securityContact: s.SECURITY_CONTACT,
    /** What a scrape of the metrics has to show; without it only programs of this machine see them. */
    metricsToken: s.METRICS_TOKEN,
    /** Where spans are posted; undefined: there are none. */
    tracesUrl: readTracesUrl(s),
    rateLimits: readRateLimits(s),
    limits: readLimits(s),
    ...readUploads(s),
    inngest: {
      baseUrl: s.INNGEST_BASE_URL,
      eventKey: s.INNGEST_EVENT_KEY,
      signingKey: s.INNGEST_SIGNING_KEY,
      /** The previous signing key, accepted as well during a rotation. */
      signingKeyFallback: s.INNGEST_SIGNING_KEY_FALLBACK,
    },
    /** Set by the launcher: the embedded engine calls this process. */
    embedded: s.TIDEMARK_EMBEDDED !== undefined,
    enginePort: s.TIDEMARK_ENGINE_PORT,
    /** Set by the launcher in development: where the pages' own server listens on 127.0.0.1. */
    pagesPort: s.TIDEMARK_PAGES_PORT,
    webhook: {
      connectTo: s.WEBHOOK_CONNECT_TO,
      caFile: s.WEBHOOK_CA_FILE,
      /** Attempts that one process starts at one host in a second. */
      attemptsPerHost: s.WEBHOOK_ATTEMPTS_PER_HOST,
    },
  };
}

/** As OpenTelemetry has it: one address for traces alone as it is, or that of a collector for everything. */
function readTracesUrl(s: Parsed): string | undefined {
  const base = s.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "");
  return s.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
}

function readUploads(s: Parsed) {
  return {
    maxFileBytes: s.MAX_FILE_BYTES,
    minFreeBytes: s.MIN_FREE_BYTES,
    uploadIdleMs: s.UPLOAD_IDLE_MS,
    openLimits: {
      streamsPerCredential: s.OPEN_STREAMS_PER_CREDENTIAL,
      streamsPerOrganisation: s.OPEN_STREAMS_PER_ORGANISATION,
      uploadsPerCredential: s.OPEN_UPLOADS_PER_CREDENTIAL,
      downloadsPerCredential: s.OPEN_DOWNLOADS_PER_CREDENTIAL,
    },
    maxConnections: s.MAX_CONNECTIONS,
    pagesPerSecond: s.PAGES_PER_SECOND,
  };
}

/** Checks combinations of settings. @throws SettingsError */
function checkTogether(s: Parsed, appUrl: URL): void {
  for (const proxy of s.TRUSTED_PROXIES) {
    // `10.0.0.0/` would parse as a range of 0 bits, which is every address.
    const isRange = proxy.includes("/");
    if (net.isIP(proxy.split("/")[0] ?? "") === 0 || (isRange && !ipaddr.isValidCIDR(proxy)))
      throw new SettingsError(
        "TRUSTED_PROXIES must be a list of addresses or ranges, like 10.0.0.0/8",
      );
  }
  if (s.WEBHOOK_CONNECT_TO.size > 0 && !isLoopback(appUrl.hostname)) {
    throw new SettingsError(
      "WEBHOOK_CONNECT_TO is for development only; APP_URL must be a loopback URL",
    );
  }
  if (s.DATABASE_ADMIN_URL !== undefined && s.DATABASE_URL === undefined)
    throw new SettingsError("DATABASE_ADMIN_URL needs a DATABASE_URL, with another user");
  if (s.BLOB_URL?.kind === "s3" && s.MAX_FILE_BYTES > S3_MAX_BYTES)
    throw new SettingsError(
      `MAX_FILE_BYTES must be at most ${S3_MAX_BYTES} with an s3:// BLOB_URL`,
    );
}

function readRateLimits(s: Parsed) {
  return {
    management: s.RATE_LIMIT_MANAGEMENT,
    files: s.RATE_LIMIT_FILES,
    anonymous: s.RATE_LIMIT_ANONYMOUS,
    /** Multiple of one credential's limit for a whole organisation. */
    organisationFactor: s.RATE_LIMIT_ORGANISATION_FACTOR,
  };
}

function readLimits(s: Parsed) {
  return {
    /** Quotas of new filesystems and organisations; null is unlimited. */
    filesystem: { bytes: s.FILESYSTEM_BYTE_QUOTA, entries: s.FILESYSTEM_ENTRY_QUOTA },
    organisation: { bytes: s.ORGANISATION_BYTE_QUOTA, entries: s.ORGANISATION_ENTRY_QUOTA },
    filesystems: s.MAX_FILESYSTEMS,
    apiKeys: s.MAX_API_KEYS,
    invitations: s.MAX_INVITATIONS,
    organisations: s.MAX_ORGANISATIONS,
    copyEntries: s.MAX_COPY_ENTRIES,
  };
}

function readGithub({ GITHUB_ID: id, GITHUB_SECRET: secret, GITHUB_URL: base }: Parsed) {
  if (id === undefined && secret === undefined) return null;
  if (id === undefined || secret === undefined)
    throw new SettingsError("GITHUB_ID and GITHUB_SECRET must be set together");
  return { id, secret, base: base.replace(/\/$/, "") };
}

function readOidc(s: Parsed) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = s;
  if (issuer === undefined && id === undefined && secret === undefined) return null;
  if (issuer === undefined || id === undefined || secret === undefined)
    throw new SettingsError(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together",
    );
  return { issuer, id, secret, name: s.OIDC_NAME };
}

/** Whether a URL's host can only be this machine. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
