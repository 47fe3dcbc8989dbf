import { codeOf } from "./launch-error";

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
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its host name does not resolve",
  EAI_AGAIN: "its host name cannot be resolved now",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  "28P01": "user name or password are wrong",
  "28000": "this user may not log in",
  "3D000": "the database does not exist",
};

/** An error as one line for a person: what happened and where, never a stack, never a secret. */
export function explain(error: unknown): string {
  const reason = REASONS[codeOf(error) ?? ""];
  if (!(error instanceof Error)) return "something that is no error was thrown";
  if (reason === undefined) return firstLine(error.message) || error.name;
  const place = "path" in error && typeof error.path === "string" ? ` (${error.path})` : "";
  return `${reason}${place}`;
}

/** Why the database at `url` cannot be used, as one line without its password. */
export function explainDatabase(url: string, error: unknown): string {
  const { host, pathname } = new URL(url);
  const message = error instanceof Error ? firstLine(error.message) : "";
  const reason = DATABASE_REASONS[codeOf(error) ?? ""] ?? (message || "it cannot be reached");
  return `DATABASE_URL (${host}${pathname}): ${reason}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.trim() ?? "";
}
