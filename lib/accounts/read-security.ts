import type { UserContext } from "@/lib/auth/context";

import { describeProvider } from "./identities/providers";
import { findRelyingParty } from "./passkeys/relying-party";

/**
 * How the caller can confirm who they are, by a password, by passkeys or by providers that say when they authenticated a
 * user, and their second factor (spec 4.41).
 */
export async function readSecurity({ actor, services }: UserContext) {
  const user = await services.db.user.findUniqueOrThrow({
    where: { id: actor.id },
    select: {
      password_hash: true,
      identity: { select: { issuer: true } },
      second_factor: { select: { confirmed_at: true } },
      _count: { select: { passkey: true, recovery_code: { where: { used_at: null } } } },
    },
  });
  const { password_hash: hash, identity, second_factor: factor, _count: counts } = user;
  const providers = identity.flatMap(({ issuer }) => {
    const { provider, name } = describeProvider(services.settings, issuer);
    // GitHub cannot be asked to authenticate a user again.
    return provider === "oidc" ? [{ id: provider, name }] : [];
  });
  const confirmedAt = factor?.confirmed_at ?? null;
  return {
    has_password: hash !== null,
    providers,
    second_factor: confirmedAt && {
      enabled_at: confirmedAt.toISOString(),
      recovery_codes_left: counts.recovery_code,
    },
    passkeys: findRelyingParty(services.settings) === null ? 0 : counts.passkey,
    recovery_codes_left: counts.recovery_code,
  };
}
