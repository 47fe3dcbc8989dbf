import type pg from "pg";

import { countAttempt, createAttemptLimiter } from "./attempt-limiter";
import { digest } from "./sign-in/limits";

const DAY = 24 * 60 * 60;

/** Counts e-mailed invitations, across all processes, in PostgreSQL. */
export type InvitationLimits = {
  /** @throws AppError `rate_limited` with `retry_after` in seconds */
  count(invited: { orgId: string; email: string }): Promise<void>;
};

/** An organisation must neither flood a mailbox nor send many strangers e-mails in the name of the service. */
export function createInvitationLimits(pool: pg.Pool): InvitationLimits {
  const limiter = (name: string, points: number) =>
    createAttemptLimiter(pool, `invitation-${name}`, { points, duration: DAY });
  const organisation = limiter("organisation", 50);
  const pair = limiter("pair", 3);
  const address = limiter("address", 10);
  return {
    async count({ orgId, email }) {
      const invited = digest(email.toLowerCase());
      await countAttempt(organisation, orgId);
      await countAttempt(pair, `${invited} ${orgId}`);
      await countAttempt(address, invited);
    },
  };
}
