import { createHash } from "node:crypto";

import type pg from "pg";

import {
  type AttemptLimiter,
  countAttempt,
  createAttemptLimiter,
  isTooMany,
} from "@/lib/http/attempt-limiter";
import { addressKey } from "@/lib/http/peer";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

// Everybody mistypes; ten times in a quarter of an hour nobody does. It bounds a guesser at one account to 40 an hour.
const PAIR = { points: 10, duration: 15 * MINUTE };
// An office behind one address signs in on Monday morning; a list of stolen passwords is thousands long.
const ADDRESS = { points: 100, duration: 15 * MINUTE };
// Many addresses against one account. Above what one address can use up alone, so that locking somebody out takes several.
const EMAIL = { points: 100, duration: HOUR };
// A mailbox is not to be filled; three letters in an hour are enough for whoever lost one.
const RESETS_BY_EMAIL = { points: 3, duration: HOUR };
// Toggling an identity must not fill a mailbox either; whoever got twenty has been warned.
const SECURITY_EMAILS = { points: 20, duration: HOUR };
const RESETS_BY_ADDRESS = { points: 20, duration: HOUR };

type Who = { address: string; email: string };

/** Counts what can be guessed or flooded, in PostgreSQL, so that all processes share the count. */
export type SignInLimits = {
  /** Counts one attempt before its password is looked at. @throws AppError `rate_limited` */
  countPassword(who: Who): Promise<void>;
  /** Takes an attempt that was right back, and forgets the wrong ones from that address. */
  forgetPassword(who: Who): Promise<void>;
  /** Counts a request for a reset. @returns false when the address has enough letters; @throws AppError `rate_limited` */
  countReset(who: Who): Promise<boolean>;
  /** Counts an e-mail about an account. @returns false when its address has enough of them */
  countSecurityEmail(email: string): Promise<boolean>;
};

/** The limits of one service on its pool; while the database is away each process counts for itself. */
export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const pair = createAttemptLimiter(pool, "password-pair", PAIR);
  const address = createAttemptLimiter(pool, "password-address", ADDRESS);
  const email = createAttemptLimiter(pool, "password-email", EMAIL);
  const resetsByEmail = createAttemptLimiter(pool, "reset-email", RESETS_BY_EMAIL);
  const securityEmails = createAttemptLimiter(pool, "security-email", SECURITY_EMAILS);
  const resetsByAddress = createAttemptLimiter(pool, "reset-address", RESETS_BY_ADDRESS);
  return {
    async countPassword(who) {
      // One after the other: who is refused for one reason uses up nothing of the next.
      await countAttempt(address, addressKey(who.address));
      await countAttempt(pair, pairKey(who));
      await countAttempt(email, emailKey(who));
    },
    async forgetPassword(who) {
      await pair.delete(pairKey(who));
      await address.reward(addressKey(who.address));
      await email.reward(emailKey(who));
    },
    async countReset(who) {
      await countAttempt(resetsByAddress, addressKey(who.address));
      return isWithin(resetsByEmail, emailKey(who));
    },
    countSecurityEmail: (to) => isWithin(securityEmails, emailKey({ email: to })),
  };
}

/** Counts one more; false: there were enough. */
const isWithin = (limiter: AttemptLimiter, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    (refusal: unknown) => {
      if (isTooMany(refusal)) return false;
      throw refusal;
    },
  );

// What people type can be longer than a key of the table, and is nobody's business there.
const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const emailKey = ({ email }: Pick<Who, "email">) => digest(email.toLowerCase());
const pairKey = (who: Who) => `${emailKey(who)} ${addressKey(who.address)}`;
