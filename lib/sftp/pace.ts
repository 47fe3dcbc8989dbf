import { setTimeout as sleep } from "node:timers/promises";

import { AppError } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";

import type { Session } from "./session";
import { STATUS } from "./wire/protocol";
import { SftpError } from "./wire/sftp-error";

/** Requests that count as one of the files API: they cost as little as the changes of a batch (spec 1.14). */
const REQUESTS_PER_POINT = 16;

/** Counts a request of a session, and waits while its rate limit is exhausted or until `left`. */
export async function pace(session: Session, left: AbortSignal): Promise<void> {
  const { actor, address, services } = session.ctx;
  services.mountActivity.seen(actor.id, { address });
  session.requests += 1;
  if (session.requests % REQUESTS_PER_POINT === 0) await spend(session, left);
}

/** Counts a symbolic link that a request follows as a whole point. @throws SftpError if the client has `left` */
export async function paceHop(session: Session, left: AbortSignal): Promise<void> {
  await spend(session, left);
  if (left.aborted) throw new SftpError(STATUS.failure, "The client has left.");
}

async function spend(session: Session, left: AbortSignal): Promise<void> {
  const { actor, orgId, services } = session.ctx;
  while (!left.aborted) {
    try {
      await limitRate(services.rateLimits, "files", actor.credential, new Headers(), orgId);
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
      const seconds = Number(error.extra["retry_after"] ?? 1);
      await sleep(seconds * 1_000, undefined, { signal: left }).catch(() => undefined);
    }
  }
}
