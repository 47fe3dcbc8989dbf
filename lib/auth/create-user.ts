import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import { audit } from "./audit";
import { hashPassword } from "./passwords";

/**
 * Makes a person who can sign in with a password (12 to 1,024 characters; the caller checks), from the shell.
 * @returns the person, or null when the address has an account already
 */
export async function createUser(
  db: Db,
  input: { email: string; password: string; support: boolean },
) {
  const email = input.email.toLowerCase();
  const id = newId("user");
  const data = {
    id,
    email,
    name: email.split("@", 1).join(""),
    password_hash: await hashPassword(input.password),
    staff_role: input.support ? "support" : null,
  };
  return db.$transaction(async (tx) => {
    const { count } = await tx.person.createMany({ data, skipDuplicates: true });
    if (count === 0) return null;
    await audit(tx, "shell", { action: "person.created", target: { type: "person", id } });
    return { id, email };
  });
}
