import { hash } from "@node-rs/argon2";

import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

// OWASP's second choice for argon2id: 19 MiB, two passes; some 10 ms. The library's enum does not exist at run time.
const ARGON2ID = { algorithm: 2 as const, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Makes a person who can sign in with a password (at least 12 characters; the caller checks).
 * @returns the person, or null when the address has an account already
 */
export async function createUser(
  db: Db,
  input: { email: string; password: string; support: boolean },
) {
  const email = input.email.toLowerCase();
  const id = newId("user");
  const inserted = await db.person.createMany({
    data: {
      id,
      email,
      name: email.split("@", 1).join(""),
      password_hash: await hash(input.password, ARGON2ID),
      staff_role: input.support ? "support" : null,
    },
    skipDuplicates: true,
  });
  return inserted.count === 0 ? null : { id, email };
}
