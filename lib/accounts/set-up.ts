import { audit } from "@/lib/audit/record";
import type { VisitorContext } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";
import { addOrganisation } from "@/lib/organisations/create-organisation";

import { refuseWeakPassword } from "./refuse-weak-password";
import { isSetupToken } from "./setup-token";

type Input = { token: string; email: string; name: string; password: string; organisation: string };

/**
 * Creates the first user and their organisation. Works only while no user exists; of concurrent calls one
 * succeeds.
 * @returns both ids
 * @throws AppError `not_found` for a wrong token and for a used link alike
 */
export async function setUp(ctx: VisitorContext, { token, organisation, ...input }: Input) {
  const { db, settings, passwords } = ctx.services;
  const { authSecret } = settings;
  if (authSecret === undefined || !isSetupToken(token, authSecret)) throw new AppError("not_found");
  await refuseSecond(db);
  await refuseWeakPassword(input.password, "password", [input.email, input.name, organisation]);
  const password_hash = await passwords.hash(input.password);
  const made = await db.$transaction(async (tx) => {
    // Concurrent creations wait here, by this link or from the shell.
    await tx.$executeRaw`LOCK TABLE app_user IN SHARE ROW EXCLUSIVE MODE`;
    await refuseSecond(tx);
    const { email, name } = input;
    const id = newId("user");
    // The operator passed on the link and thereby vouches for the address.
    const email_verified_at = new Date();
    await tx.user.create({ data: { id, email, name, password_hash, email_verified_at } });
    const actor = { type: "user" as const, id, name };
    const who = { actor, address: ctx.address, requestId: ctx.requestId };
    await audit(tx, who, { action: "user.created", target: { type: "user", id } });
    const quota = settings.limits.organisation;
    const first = await addOrganisation(tx, who, { name: organisation, ownerId: id, quota });
    return { user_id: id, org_id: first.id };
  });
  sendSecurityEmail(ctx.services, input.email, { type: "account_created" });
  return made;
}

async function refuseSecond(db: Users): Promise<void> {
  if (await isSetUp(db)) throw new AppError("not_found");
}

type Users = Pick<Prisma.TransactionClient, "user">;

/** Whether the service has a first user. */
export const isSetUp = async (db: Users): Promise<boolean> =>
  (await db.user.findFirst({ select: { id: true } })) !== null;
