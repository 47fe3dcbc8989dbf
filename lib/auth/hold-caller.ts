import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

type Held = { id: string; credential: string };

/**
 * Holds the caller's account, then their session or login, until the commit: what ends them waits, and then finds what
 * this transaction made. The first statement of each one that creates or widens access, because its request was
 * authenticated before the body arrived (spec 3.13).
 * @param to `change`: the transaction writes to the account's row too
 * @throws AppError `unauthenticated` if the account, session or login has ended meanwhile
 */
export async function holdCaller(
  tx: Prisma.TransactionClient,
  { id, credential }: Held,
  to: "read" | "change" = "read",
): Promise<void> {
  // Two that lock the row for reading and then change it would wait for each other.
  const strength = Prisma.raw(to === "change" ? "FOR NO KEY UPDATE" : "FOR SHARE");
  const account = await tx.$queryRaw<object[]>`
    SELECT FROM app_user WHERE id = ${id} AND disabled_at IS NULL ${strength}`;
  const table = Prisma.raw(credential.startsWith("login_") ? "login" : "session");
  const used = await tx.$queryRaw<object[]>`
    SELECT FROM ${table} WHERE id = ${credential} AND user_id = ${id} AND ended_at IS NULL
      AND expires_at > clock_timestamp() FOR SHARE`;
  if (account.length === 0 || used.length === 0) throw new AppError("unauthenticated");
}
