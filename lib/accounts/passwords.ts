import { hash, verify } from "@node-rs/argon2";

import { createSemaphore } from "@/lib/concurrency/semaphore";

// OWASP's second choice for argon2id: 19 MiB, two passes; about 10 ms. The library's enum has no run-time value.
const ARGON2ID = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// A hash of an unknown password: comparing with it costs the same and never succeeds.
const { memoryCost: m, timeCost: t, parallelism: p } = ARGON2ID;
const NOBODYS = `$argon2id$v=19$m=${m},t=${t},p=${p}$${"A".repeat(22)}$${"A".repeat(43)}`;
// Each takes a core and 19 MiB; more at once only slows all of them down.
const AT_ONCE = 2;
// Half a second of work; further callers are notified to retry.
const MAX_WAITING = 100;

/** Hashes and compares passwords with limited concurrency. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** Hashes a password with argon2id and a fresh salt. For the shell; a service uses its `passwords`. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/**
 * Creates a service's password functions. `verify` without a hash (unknown address or no password) takes as
 * long as with one and returns false. @throws AppError `unavailable` if too many callers wait
 */
export function createPasswords(maxWaiting = MAX_WAITING): Passwords {
  const inTurn = createSemaphore(AT_ONCE, maxWaiting);
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (stored, password) =>
      inTurn(async () => {
        const equal = await verify(stored ?? NOBODYS, password);
        return equal && stored !== null;
      }),
  };
}
