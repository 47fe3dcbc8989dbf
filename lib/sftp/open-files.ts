import { LIMITS } from "./limits";
import type { Session } from "./session";
import { STATUS } from "./wire/protocol";
import { SftpError } from "./wire/sftp-error";

/** Counts handles, files under way and checksums of a session: each can be an open file of the process. */
export function countOpen(session: Session, change: number): void {
  session.open += change;
  session.space.open += change;
}

/** @throws SftpError `failure` if the session, or all of them, have too many open */
export function requireRoom({ open, space }: Session): void {
  const most = space.open < LIMITS.openByAll ? LIMITS.open : LIMITS.openShare;
  if (open >= most || space.open >= LIMITS.openAtMost)
    throw new SftpError(STATUS.failure, "Too many files are open.");
}
