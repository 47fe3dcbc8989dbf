import type { CodeKind } from "@/lib/accounts/second-factor/spend-code";
import { audit } from "@/lib/audit/record";
import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

import { holdUser } from "./recent-sign-in";

// 30 days, not extended by activity.
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
// Enough to recognise a browser; the header could have any length.
const MAX_AGENT = 300;

type Input = {
  /** The proof: the password hash compared with, an identity or a passkey. Each may be gone by now. */
  user: {
    id: string;
    name: string;
    passwordHash?: string;
    identityId?: string;
    passkeyId?: string;
    /** When the user confirmed who they are, if not now. */
    authenticatedAt?: Date;
    /** What they used as second factor, if they have one. */
    secondFactor?: CodeKind | "passkey";
  };
  /** The browser's previous session: what the same user confirmed in it still counts. */
  sessionId?: string | null;
  address: string;
  userAgent: string;
  requestId: string;
};

/**
 * Opens a console session of a user who has just authenticated (spec 3.5). Returns its id.
 * @throws AppError `unauthenticated` if the password, identity or passkey was replaced meanwhile: a reset must
 *   end all sessions
 */
export async function openSession(db: Db, input: Input): Promise<string> {
  const id = newId("sess");
  const { address, requestId } = input;
  const { passwordHash, identityId, passkeyId, authenticatedAt, secondFactor, ...user } =
    input.user;
  const isAlone = passwordHash === undefined && identityId === undefined;
  const userAgent = input.userAgent.slice(0, MAX_AGENT);
  await db.$transaction(async (tx) => {
    await holdUser(tx, user.id);
    if (passwordHash !== undefined) await holdPassword(tx, user.id, passwordHash);
    if (identityId !== undefined) await holdIdentity(tx, user.id, identityId);
    if (passkeyId !== undefined) await holdPasskey(tx, user.id, passkeyId, isAlone);
    await tx.session.create({
      data: {
        id,
        user_id: user.id,
        address,
        user_agent: userAgent,
        ...(authenticatedAt && {
          authenticated_at: await latestOf(tx, authenticatedAt, user.id, input.sessionId ?? null),
        }),
        expires_at: new Date(Date.now() + SESSION_SECONDS * 1000),
      },
    });
    await audit(
      tx,
      { actor: { type: "user", credential: id, ...user }, address, requestId },
      {
        action: "session.opened",
        target: { type: "session", id },
        details: {
          by: passkeyId !== undefined && isAlone ? "passkey" : identityId ? "identity" : "password",
          ...(secondFactor && { second_factor: secondFactor }),
          user_agent: userAgent,
        },
      },
    );
  });
  return id;
}

/** This time, or a later one at which the user confirmed who they are in their session before. */
async function latestOf(tx: Prisma.TransactionClient, at: Date, userId: string, id: string | null) {
  if (id === null) return at;
  const where = { id, user_id: userId, ended_at: null, expires_at: { gt: new Date() } };
  const before = await tx.session.findFirst({ where, select: { authenticated_at: true } });
  return before !== null && before.authenticated_at > at ? before.authenticated_at : at;
}

// A reset waits for this row and then sees the session to end.
async function holdPassword(tx: Prisma.TransactionClient, id: string, hash: string) {
  const held = await tx.$queryRaw<object[]>`
    SELECT id FROM app_user WHERE id = ${id} AND password_hash = ${hash} FOR SHARE`;
  if (held.length === 0) throw new AppError("unauthenticated");
}

async function holdIdentity(tx: Prisma.TransactionClient, userId: string, id: string) {
  const found = await tx.identity.findFirst({ where: { id, user_id: userId } });
  if (found === null) throw new AppError("unauthenticated");
}

// After a reset of the password a passkey has to follow the new one before it is enough by itself again.
async function holdPasskey(
  tx: Prisma.TransactionClient,
  userId: string,
  id: string,
  isAlone: boolean,
) {
  const { count } = await tx.passkey.updateMany({
    where: { id, user_id: userId, ...(isAlone && { signs_in: true }) },
    data: { signs_in: true },
  });
  if (count === 0) throw new AppError("unauthenticated");
}
