import { setTimeout as sleep } from "node:timers/promises";

import { AppError } from "@/lib/errors";
import { limitRate } from "@/lib/http/rate-limit";

import type { Session } from "./session";

/** Requests that count as one of the files API: they cost as little as the changes of a batch (spec 1.14). */
const REQUESTS_PER_POINT = 16;

/** Counts a request of a session, and waits while its rate limit is exhausted or until `left`. */
export async function pace(session: Session, left: AbortSignal): Promise<void> {
  const { actor, address, orgId, services } = session.ctx;
  services.mountActivity.seen(actor.id, { address });
  session.requests += 1;
  if (session.requests % REQUESTS_PER_POINT !== 0) return;
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
