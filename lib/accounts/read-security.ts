import type { UserContext } from "@/lib/auth/context";

import { describeProvider } from "./identities/providers";

/** How the caller can confirm who they are: a password, or providers that say when they authenticated a user (spec 4.41). */
export async function readSecurity({ actor, services }: UserContext) {
  const { password_hash: hash, identity } = await services.db.user.findUniqueOrThrow({
    where: { id: actor.id },
    select: { password_hash: true, identity: { select: { issuer: true } } },
  });
  const providers = identity.flatMap(({ issuer }) => {
    const { provider, name } = describeProvider(services.settings, issuer);
    // GitHub cannot be asked to authenticate a user again.
    return provider === "oidc" ? [{ id: provider, name }] : [];
  });
  return { has_password: hash !== null, providers };
}
