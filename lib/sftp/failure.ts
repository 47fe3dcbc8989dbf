import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

import { STATUS } from "./wire/protocol";
import { type Reply, statusReply } from "./wire/reply";
import { SftpError, type Status } from "./wire/sftp-error";

type Code = AppError["code"];

const BY_CODE: Partial<Record<Code, Status>> = {
  path_not_found: STATUS.noSuchFile,
  parent_not_found: STATUS.noSuchFile,
  not_a_directory: STATUS.noSuchFile,
  no_grant: STATUS.permissionDenied,
  not_found: STATUS.permissionDenied,
  unauthenticated: STATUS.permissionDenied,
};
const LOST = new Set<Code>(["no_grant", "not_found", "unauthenticated"]);

/** Whether a session that gets this error has lost its access. */
export const hasLostAccess = (error: unknown): boolean =>
  error instanceof AppError && LOST.has(error.code);

/** The reply to a request that failed. */
export function failureReply(error: unknown): Reply {
  if (error instanceof SftpError) return statusReply(error.status, error.message);
  if (error instanceof AppError)
    return statusReply(BY_CODE[error.code] ?? STATUS.failure, error.message);
  log.error({ err: error }, "an SFTP request failed");
  return statusReply(STATUS.failure, "The service failed; try again.");
}
