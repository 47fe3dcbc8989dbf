import { hash, verify } from "@node-rs/argon2";

import { createTurns } from "@/lib/concurrency/semaphore";

// OWASP's second choice for argon2id: 19 MiB, two passes; some 10 ms. The library's enum does not exist at run time.
const ARGON2ID = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// What no password has: it costs a comparison like any other, and nobody knows what would be equal to it.
const { memoryCost: m, timeCost: t, parallelism: p } = ARGON2ID;
const NOBODYS = `$argon2id$v=19$m=${m},t=${t},p=${p}$${"A".repeat(22)}$${"A".repeat(43)}`;
// Each takes a core and 19 MiB: more at once than a small machine has cores only makes all of them slower.
const AT_ONCE = 2;
// Half a second of work. Who comes later is told to try again instead of waiting without an end.
const MAX_WAITING = 100;

/** Hashes and compares passwords, a handful at once. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hash: string | null, password: string): Promise<boolean>;
};

/** A password as it is stored: argon2id with a salt of its own. For the shell; a service uses its `passwords`. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/**
 * The passwords of one service. `verify` without a hash (nobody has the address, or no password) costs as much as with
 * one, and is false. @throws AppError `unavailable` when too many wait.
 */
export function createPasswords(maxWaiting = MAX_WAITING): Passwords {
  const inTurn = createTurns(AT_ONCE, maxWaiting);
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (stored, password) =>
      inTurn(async () => {
        const equal = await verify(stored ?? NOBODYS, password);
        return equal && stored !== null;
      }),
  };
}
