import type pg from "pg";

import { countAttempt, createAttemptLimiter } from "./attempt-limiter";
import { digest } from "./sign-in/limits";

const DAY = 24 * 60 * 60;

/** Counts e-mailed invitations, across all processes, in PostgreSQL. */
export type InvitationLimits = {
  /**
   * Counts one before it is sent; returns what takes it back if it is not.
   * @throws AppError `rate_limited` with `retry_after` in seconds
   */
  count(invited: { orgId: string; email: string }): Promise<() => Promise<void>>;
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
      const counted: (() => Promise<unknown>)[] = [];
      const takeBack = async () => {
        for (const reward of counted) await reward();
      };
      try {
        for (const [limit, key] of [
          [pair, `${invited} ${orgId}`],
          [address, invited],
          [organisation, orgId],
        ] as const) {
          await countAttempt(limit, key);
          counted.push(() => limit.reward(key));
        }
        return takeBack;
      } catch (refusal) {
        await takeBack();
        throw refusal;
      }
    },
  };
}
