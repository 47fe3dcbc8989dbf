import type pg from "pg";

import { countAttempt, createAttemptLimiter } from "./attempt-limiter";
import { addressKey } from "./peer";

const TEN_MINUTES = 600;
// A person mistypes a code of eight letters twice, not ten times; behind one address sits perhaps an office.
const PERSON = { points: 10, duration: TEN_MINUTES, blockDuration: TEN_MINUTES };
const ADDRESS = { points: 30, duration: TEN_MINUTES, blockDuration: TEN_MINUTES };

type Guess = { personId: string; address: string };

/** Counts wrong user codes, in PostgreSQL, so that all processes share the count (spec 4.40). */
export type CodeLimits = {
  /** Counts a code before it is looked up. @throws AppError `rate_limited` */
  countGuess(guess: Guess): Promise<void>;
  /** Gives back what a right code took. */
  forgetGuess(guess: Guess): Promise<void>;
};

/** The limits of one service on its pool. */
export function createCodeLimits(pool: pg.Pool): CodeLimits {
  const byPerson = createAttemptLimiter(pool, "user-code-person", PERSON);
  const byAddress = createAttemptLimiter(pool, "user-code-address", ADDRESS);
  return {
    async countGuess({ personId, address }) {
      await countAttempt(byPerson, personId);
      try {
        await countAttempt(byAddress, addressKey(address));
      } catch (refusal) {
        // Nothing was looked up, so it was not this person's wrong code.
        await byPerson.reward(personId);
        throw refusal;
      }
    },
    async forgetGuess({ personId, address }) {
      await byPerson.reward(personId);
      await byAddress.reward(addressKey(address));
    },
  };
}
