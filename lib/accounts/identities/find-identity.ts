import { type Auditor, audit } from "@/lib/audit/record";
import { newId } from "@/lib/ids";
import type { Uses } from "@/lib/services";

import type { Identity } from "./providers";

/** Somebody who is signed in already while they come back from a provider. */
type SignedIn = { id: string; name: string };
type Caller = { address: string; requestId: string };

// As the page /sign-in knows them: nobody's identity, or somebody else's than who is signed in.
type Found = { person: SignedIn } | { refusal: "AccessDenied" | "IdentityInUse" };

/**
 * Whose account an external identity opens. An unknown one is linked to the account that is signed in, and to nothing
 * else: an address proves no one (spec 3.17). A known one never changes hands.
 */
export async function findIdentity(
  { db }: Uses<"db">,
  identity: Identity,
  signedIn: SignedIn | null,
  caller: Caller,
): Promise<Found> {
  const owner = await db.$transaction(async (tx) => {
    if (signedIn !== null) {
      const id = newId("ident");
      const { count } = await tx.identity.createMany({
        data: { ...identity, id, person_id: signedIn.id },
        skipDuplicates: true,
      });
      const { name } = signedIn;
      const who: Auditor = { ...caller, actor: { type: "person", id: signedIn.id, name } };
      const target = { type: "identity", id };
      if (count > 0) await audit(tx, who, { action: "identity.linked", target });
    }
    return tx.identity.findUnique({
      where: { issuer_subject: identity },
      select: { person: { select: { id: true, name: true } } },
    });
  });
  if (owner === null) return { refusal: "AccessDenied" };
  if (signedIn !== null && owner.person.id !== signedIn.id) return { refusal: "IdentityInUse" };
  return { person: owner.person };
}
