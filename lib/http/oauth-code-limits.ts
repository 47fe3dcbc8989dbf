import type pg from "pg";

import { countAttempt, createAttemptLimiter } from "./attempt-limiter";
import { addressKey } from "./peer";

const TEN_MINUTES = 600;
// A user may mistype an eight-letter code twice, not ten times; one address may be a whole office.
const USER = { points: 10, duration: TEN_MINUTES, blockDuration: TEN_MINUTES };
const ADDRESS = { points: 30, duration: TEN_MINUTES, blockDuration: TEN_MINUTES };

type Guess = { userId: string; address: string };

/** Counts wrong user codes across all processes, in PostgreSQL (spec 4.40). */
export type CodeLimits = {
  /** Counts a code before its look-up. @throws AppError `rate_limited` */
  countGuess(guess: Guess): Promise<void>;
  /** Refunds a correct code. */
  forgetGuess(guess: Guess): Promise<void>;
};

/** Creates the limits on a connection pool. */
export function createCodeLimits(pool: pg.Pool): CodeLimits {
  const byUser = createAttemptLimiter(pool, "user-code-user", USER);
  const byAddress = createAttemptLimiter(pool, "user-code-address", ADDRESS);
  return {
    async countGuess({ userId, address }) {
      await countAttempt(byUser, userId);
      try {
        await countAttempt(byAddress, addressKey(address));
      } catch (refusal) {
        // The code was never looked up, so it does not count against this user.
        await byUser.reward(userId);
        throw refusal;
      }
    },
    async forgetGuess({ userId, address }) {
      await byUser.reward(userId);
      await byAddress.reward(addressKey(address));
    },
  };
}
