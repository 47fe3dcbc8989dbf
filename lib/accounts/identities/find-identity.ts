import { sendSecurityEmail } from "@/lib/accounts/send-security-email";
import { holdPerson, isRecentSignIn } from "@/lib/accounts/sessions/recent-sign-in";
import { audit } from "@/lib/audit/record";
import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import type { Uses } from "@/lib/services";

import { describeProvider, type Identity } from "./providers";

/** Who is signed in already while they come back from a provider, and by which session. */
type SignedIn = { id: string; name: string; email: string; sessionId: string };
type Caller = { address: string; requestId: string };

/** As the page /sign-in knows them. */
type Refusal = "AccessDenied" | "IdentityInUse" | "ReauthenticationRequired";
type Found = { person: { id: string; name: string; identityId: string } } | { refusal: Refusal };

/**
 * Whose account an external identity opens. An unknown one is linked to the account that is signed in, if that sign-in
 * is less than ten minutes old, and to nothing else: an address proves no one (spec 3.17). A known one never
 * changes hands. The account's address is told by e-mail.
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
  if (signedIn !== null && owner.person.id !== signedIn.id) return { refusal: "IdentityInUse" };
  return { person: { ...owner.person, identityId: owner.id } };
}

const ownerOf = (tx: Prisma.TransactionClient, identity: Identity) =>
  tx.identity.findUnique({
    where: { issuer_subject: identity },
    select: { id: true, person: { select: { id: true, name: true } } },
  });

/** Links an identity; false: the sign-in is too old, or the same identity was linked at this moment. */
async function link(
  tx: Prisma.TransactionClient,
  identity: Identity,
  { sessionId, id: personId, name }: SignedIn,
  caller: Caller,
): Promise<boolean> {
  await holdPerson(tx, personId);
  if (!(await isRecentSignIn(tx, sessionId))) return false;
  const id = newId("ident");
  const { count } = await tx.identity.createMany({
    data: { ...identity, id, person_id: personId },
    skipDuplicates: true,
  });
  if (count === 0) return false;
  const actor = { type: "person" as const, id: personId, name };
  const target = { type: "identity", id };
  await audit(tx, { ...caller, actor }, { action: "identity.linked", target });
  return true;
}
