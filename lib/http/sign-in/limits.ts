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

// More mistakes than a real user makes in 15 minutes; bounds guessing at one account to 40 an hour.
const PAIR = { points: 10, duration: 15 * MINUTE };
// Enough for an office behind one address; a list of stolen passwords has thousands.
const ADDRESS = { points: 100, duration: 15 * MINUTE };
// Many addresses against one account. It never refuses a browser in which the user signed in before.
const EMAIL = { points: 100, duration: HOUR };
// A browser in which the user signed in before, so that strangers cannot lock them out.
const DEVICE = { points: 10, duration: 15 * MINUTE };
// Guesses at a code of six digits, by someone who has the password. Three codes are right at any time.
const CODES = { points: 20, duration: HOUR };
// A right password or link could be sent again and again; hashing and judging passwords takes a core for a while.
const OWN = { points: 100, duration: 15 * MINUTE };
// Must not flood a mailbox; three e-mails an hour are enough. Counted apart, so that requests to change to an address
// leave its owner their resets.
const RESETS_BY_EMAIL = { points: 3, duration: HOUR };
const CHANGES_BY_EMAIL = { points: 3, duration: HOUR };
// Toggling an identity must not flood a mailbox either; twenty e-mails are warning enough.
const SECURITY_EMAILS = { points: 20, duration: HOUR };
const RESETS_BY_ADDRESS = { points: 20, duration: HOUR };
const CHANGES_BY_ADDRESS = { points: 20, duration: HOUR };

type Who = {
  address: string;
  email: string;
  /** What proves an earlier sign-in of this account: the id of the device or session. */
  known?: string | undefined;
};

type CodeGuess = { address: string; userId: string; known?: string | undefined };

/** Counts what can be guessed or flooded, across all processes, in PostgreSQL. */
export type SignInLimits = {
  /** Counts an attempt before its password is checked. @throws AppError `rate_limited` */
  countPassword(who: Who): Promise<void>;
  /** Refunds a correct attempt and resets the wrong ones from that address. */
  forgetPassword(who: Who): Promise<void>;
  /** Resets the wrong attempts at an account, from everywhere. */
  forgetAccount(who: Who): Promise<void>;
  /** Counts a confirmed or new password of an account, right or wrong. @throws AppError `rate_limited` */
  countOwnPassword(email: string): Promise<void>;
  /** Counts a code before it is checked, per user or, where known, per device. @throws AppError `rate_limited` */
  countCode(who: CodeGuess): Promise<void>;
  /** Resets the wrong codes, after a right one. */
  forgetCode(who: CodeGuess): Promise<void>;
  /** Counts a reset request. @returns false if the mailbox has had enough e-mails @throws AppError `rate_limited` */
  countReset(who: Who): Promise<boolean>;
  /** Counts a request to change to an address, as `countReset`. */
  countEmailChange(who: Who): Promise<boolean>;
  /** Counts an e-mail about an account. @returns false if the mailbox has had enough */
  countSecurityEmail(email: string): Promise<boolean>;
};

/** Creates the limits on a pool; while the database is unavailable, each process counts on its own. */
export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const pair = createAttemptLimiter(pool, "password-pair", PAIR);
  const address = createAttemptLimiter(pool, "password-address", ADDRESS);
  const email = createAttemptLimiter(pool, "password-email", EMAIL);
  const device = createAttemptLimiter(pool, "password-device", DEVICE);
  const own = createAttemptLimiter(pool, "password-own", OWN);
  const codes = createAttemptLimiter(pool, "code-user", CODES);
  const codesByDevice = createAttemptLimiter(pool, "code-device", DEVICE);
  const resetsByEmail = createAttemptLimiter(pool, "reset-email", RESETS_BY_EMAIL);
  const securityEmails = createAttemptLimiter(pool, "security-email", SECURITY_EMAILS);
  const resetsByAddress = createAttemptLimiter(pool, "reset-address", RESETS_BY_ADDRESS);
  const changesByEmail = createAttemptLimiter(pool, "change-email", CHANGES_BY_EMAIL);
  const changesByAddress = createAttemptLimiter(pool, "change-address", CHANGES_BY_ADDRESS);
  return {
    async countPassword(who) {
      // In sequence: a refusal by one limit uses up nothing of the next.
      await countAttempt(address, addressKey(who.address));
      if (who.known === undefined) {
        await countAttempt(pair, pairKey(who));
        await countAttempt(email, emailKey(who));
      } else await countAttempt(device, who.known);
    },
    async forgetPassword(who) {
      await address.reward(addressKey(who.address));
      if (who.known === undefined) {
        await pair.delete(pairKey(who));
        await email.reward(emailKey(who));
      } else await device.delete(who.known);
    },
    async forgetAccount(who) {
      await pair.delete(pairKey(who));
      await email.delete(emailKey(who));
    },
    countOwnPassword: (of) => countAttempt(own, emailKey({ email: of })),
    async countCode(who) {
      await countAttempt(address, addressKey(who.address));
      if (who.known === undefined) await countAttempt(codes, who.userId);
      else await countAttempt(codesByDevice, `${who.userId} ${who.known}`);
    },
    async forgetCode(who) {
      await address.reward(addressKey(who.address));
      if (who.known === undefined) await codes.delete(who.userId);
      else await codesByDevice.delete(`${who.userId} ${who.known}`);
    },
    async countReset(who) {
      await countAttempt(resetsByAddress, addressKey(who.address));
      return isWithin(resetsByEmail, emailKey(who));
    },
    async countEmailChange(who) {
      await countAttempt(changesByAddress, addressKey(who.address));
      return isWithin(changesByEmail, emailKey(who));
    },
    countSecurityEmail: (to) => isWithin(securityEmails, emailKey({ email: to })),
  };
}

/** Counts one more; false if the limit is reached. */
const isWithin = (limiter: AttemptLimiter, key: string): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    (refusal: unknown) => {
      if (isTooMany(refusal)) return false;
      throw refusal;
    },
  );

// Input can be longer than the table's key and should not be stored there.
export const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const emailKey = ({ email }: Pick<Who, "email">) => digest(email.toLowerCase());
const pairKey = (who: Who) => `${emailKey(who)} ${addressKey(who.address)}`;
