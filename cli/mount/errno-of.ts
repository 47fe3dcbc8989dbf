import { RequestError } from "@/lib/api-client/request";

import { type ErrnoName, FuseError } from "./fuse/errno";

/** Refusals of the API as system calls show them. What is not listed is EIO. */
const ERRNOS: Readonly<Record<string, ErrnoName>> = {
  path_not_found: "ENOENT",
  parent_not_found: "ENOENT",
  already_exists: "EEXIST",
  is_directory: "EISDIR",
  not_a_directory: "ENOTDIR",
  is_symlink: "EINVAL",
  is_special: "EINVAL",
  directory_not_empty: "ENOTEMPTY",
  invalid_move: "EINVAL",
  root_forbidden: "EBUSY",
  path_too_long: "ENAMETOOLONG",
  validation_error: "EINVAL",
  byte_quota_exceeded: "EDQUOT",
  entry_quota_exceeded: "EDQUOT",
  organisation_byte_quota_exceeded: "EDQUOT",
  organisation_entry_quota_exceeded: "EDQUOT",
  storage_full: "ENOSPC",
  file_too_large: "EFBIG",
  precondition_failed: "ESTALE",
  content_not_found: "ESTALE",
  unauthenticated: "EACCES",
  session_not_active: "EACCES",
  no_grant: "EACCES",
  forbidden: "EACCES",
  not_found: "EACCES",
};

/** The errno of a refusal. */
export const errnoOf = (code: string): FuseError => new FuseError(ERRNOS[code] ?? "EIO");

/** An expected failure as a system call shows it: of a request or of this machine's disk. Others stay as they are. */
export function translate(error: unknown): unknown {
  if (error instanceof RequestError) return errnoOf(error.code);
  if (!(error instanceof Error)) return error;
  if (error.name === "TimeoutError") return new FuseError("ETIMEDOUT");
  return "code" in error && error.code === "ENOSPC" ? new FuseError("ENOSPC") : error;
}

/** Any failure as a system call shows it. */
export function toFuseError(error: unknown): FuseError {
  const failure = translate(error);
  return failure instanceof FuseError ? failure : new FuseError("EIO");
}
