import type { DatabaseUrls } from "@/lib/db/migrate";
import { errorCodeOf } from "@/lib/errors";

const REASONS: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EADDRINUSE: "the address is already in use",
  EMFILE: "too many open files",
};

const DATABASE_REASONS: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host name not found",
  EAI_AGAIN: "host name lookup failed temporarily",
  ETIMEDOUT: "connection timed out",
  ECONNRESET: "connection reset",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  "28P01": "wrong user name or password",
  "28000": "this user is not allowed to log in",
  "3D000": "the database does not exist",
  "42501":
    "this user may not create tables; set DATABASE_ADMIN_URL to the URL of the user that owns them",
  "42704": "the user of DATABASE_URL does not exist",
};

/** An error as one line: what happened and where, without a stack or secrets. */
export function explain(error: unknown): string {
  const reason = REASONS[errorCodeOf(error) ?? ""];
  if (!(error instanceof Error)) return "unknown error";
  if (reason === undefined) return firstLine(error.message) || error.name;
  const at = "path" in error && typeof error.path === "string" ? ` (${error.path})` : "";
  return `${reason}${at}`;
}

/** Why the database is unusable for its owner, as one line without the password. */
export function explainDatabase({ url, ownerUrl }: DatabaseUrls, error: unknown): string {
  const name = url === ownerUrl ? "DATABASE_URL" : "DATABASE_ADMIN_URL";
  const { host, pathname } = new URL(ownerUrl);
  const message = error instanceof Error ? firstLine(error.message) : "";
  const reason = DATABASE_REASONS[errorCodeOf(error) ?? ""] ?? (message || "unreachable");
  return `${name} (${host}${pathname}): ${reason}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.trim() ?? "";
}
