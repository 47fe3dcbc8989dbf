import { audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";

import { hashPassword } from "./passwords";

/**
 * Creates a user from the shell, with a password or without one; the caller has checked both fields.
 * @returns the user, or null if the address already has an account
 */
export async function createUser(
  db: Db,
  input: { email: string; password: string | null; support: boolean },
) {
  const { email } = input;
  const id = newId("user");
  const data = {
    id,
    email,
    name: email.split("@", 1).join(""),
    password_hash: input.password === null ? null : await hashPassword(input.password),
    // Vouched for by the operator.
    email_verified_at: new Date(),
    staff_role: input.support ? "support" : null,
  };
  return db.$transaction(async (tx) => {
    const { count } = await tx.user.createMany({ data, skipDuplicates: true });
    if (count === 0) return null;
    const target = { type: "user", id };
    await audit(tx, "shell", { action: "user.created", target });
    // Audited separately: it gives access to all organisations.
    if (input.support) await audit(tx, "shell", { action: "user.made_support", target });
    return { id, email };
  });
}
