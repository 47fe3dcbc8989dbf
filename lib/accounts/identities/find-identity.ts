import { FACTORS, hasSecondFactor } from "@/lib/accounts/second-factor/has-factor";
import { holdUser, isRecentSignIn } from "@/lib/accounts/sessions/recent-sign-in";
import { audit } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";
import type { Uses } from "@/lib/services";

import { describeProvider, type Identity } from "./providers";

/** The user already signed in when returning from a provider, and their session. */
type SignedIn = { id: string; name: string; email: string; sessionId: string };
type Caller = { address: string; requestId: string };

/** Error codes of the page /sign-in. */
type Refusal = "AccessDenied" | "AccountDisabled" | "IdentityInUse" | "ReauthenticationRequired";
type Found =
  | { user: { id: string; name: string; identityId: string }; needsCode: boolean }
  | { refusal: Refusal };

/**
 * The account of an external identity. An unknown identity is connected only to the signed-in account, if
 * that sign-in is less than ten minutes old; an address proves nothing (spec 3.17). A known one never
 * changes accounts. The account's address is notified.
 */
export async function findIdentity(
  services: Uses<"db" | "mail" | "settings" | "signInLimits">,
  identity: Identity,
  signedIn: SignedIn | null,
  caller: Caller,
): Promise<Found> {
  const { owner, linked } = await services.db.$transaction(async (tx) => {
    const known = await ownerOf(tx, identity);
    if (known !== null || signedIn === null) return { owner: known, linked: null };
    const done = await link(tx, identity, signedIn, caller);
    return { owner: await ownerOf(tx, identity), linked: done };
  });
  if (linked === true && signedIn !== null) {
    const provider = describeProvider(services.settings, identity.issuer).name;
    sendSecurityEmail(services, signedIn.email, { type: "identity_connected", provider });
  }
  if (owner === null)
    return { refusal: linked === null ? "AccessDenied" : "ReauthenticationRequired" };
  const { id, name, disabled_at } = owner.user;
  const user = { id, name };
  if (signedIn !== null && user.id !== signedIn.id) return { refusal: "IdentityInUse" };
  if (disabled_at !== null) return { refusal: "AccountDisabled" };
  // A user who is signed in has used one before.
  const needsCode = signedIn === null && hasSecondFactor(owner.user);
  return { user: { ...user, identityId: owner.id }, needsCode };
}

const ownerOf = (tx: Prisma.TransactionClient, identity: Identity) =>
  tx.identity.findUnique({
    where: { issuer_subject: identity },
    select: {
      id: true,
      user: {
        select: {
          id: true,
          name: true,
          disabled_at: true,
          ...FACTORS,
        },
      },
    },
  });

/** Connects an identity; false if the sign-in is too old or the identity was just connected elsewhere. */
async function link(
  tx: Prisma.TransactionClient,
  identity: Identity,
  { sessionId, id: userId, name }: SignedIn,
  caller: Caller,
): Promise<boolean> {
  await holdUser(tx, userId);
  if (!(await isRecentSignIn(tx, sessionId))) return false;
  const id = newId("ident");
  const { count } = await tx.identity.createMany({
    data: { ...identity, id, user_id: userId },
    skipDuplicates: true,
  });
  if (count === 0) return false;
  const actor = { type: "user" as const, id: userId, name, credential: sessionId };
  const target = { type: "identity", id };
  const details = { issuer: identity.issuer };
  await audit(tx, { ...caller, actor }, { action: "identity.linked", target, details });
  return true;
}
