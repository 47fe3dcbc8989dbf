import type { AuthOptions } from "next-auth";

import type { Settings } from "@/lib/settings";

type Provider = AuthOptions["providers"][number];

/** A provider's permanent name for a user: never an address, which can change hands. */
export type Identity = { issuer: string; subject: string };

const HTTP = { timeout: 10_000 };

/**
 * The configured external providers: GitHub (or GitHub Enterprise Server) and one OpenID Connect issuer. No
 * profile data is requested, because only issuer and subject matter (spec 3.17).
 */
export function externalProviders({ github, oidc }: Pick<Settings, "github" | "oidc">): Provider[] {
  const found: Provider[] = [];
  if (github !== null) found.push(githubProvider(github));
  if (oidc !== null) found.push(oidcProvider(oidc));
  return found;
}

/** The configured external providers as the sign-in page names them. */
export function listProviders(settings: Pick<Settings, "github" | "oidc">) {
  return externalProviders(settings).map(({ id, name }) => ({ id, name }));
}

/** The identity returned by a provider; null if the token is from another issuer than the configured one. */
export function identityOf(
  { github, oidc }: Pick<Settings, "github" | "oidc">,
  providerId: string,
  { subject, claims }: { subject: string; claims: unknown },
): Identity | null {
  if (providerId === "github" && github !== null) return { issuer: github.base, subject };
  const { iss }: { iss?: unknown } = Object(claims);
  if (providerId !== "oidc" || oidc === null || iss !== oidc.issuer) return null;
  return { issuer: oidc.issuer, subject };
}

/**
 * When a provider last authenticated the user, by the claim `auth_time` in seconds, never in the future. The epoch if
 * it does not say: a session at the provider may be older than the browser's present user.
 */
export function authTimeOf(providerId: string, claims: unknown, now = Date.now()): Date {
  const { auth_time: seconds }: { auth_time?: unknown } = Object(claims);
  const said = providerId === "oidc" && Number.isSafeInteger(seconds) ? Number(seconds) * 1000 : 0;
  return new Date(Math.min(said, now));
}

/** The provider of an identity's issuer with its display name; null if it is not configured. */
export function describeProvider(
  { github, oidc }: Pick<Settings, "github" | "oidc">,
  issuer: string,
): { provider: string | null; name: string } {
  if (github?.base === issuer) return { provider: "github", name: "GitHub" };
  if (oidc?.issuer === issuer) return { provider: "oidc", name: oidc.name };
  return { provider: null, name: new URL(issuer).host };
}

function githubProvider({ id, secret, base }: NonNullable<Settings["github"]>): Provider {
  const api = base === "https://github.com" ? "https://api.github.com" : `${base}/api/v3`;
  return {
    id: "github",
    name: "GitHub",
    type: "oauth",
    issuer: `${base}/login/oauth`,
    authorization: { url: `${base}/login/oauth/authorize`, params: { scope: "" } },
    token: `${base}/login/oauth/access_token`,
    userinfo: `${api}/user`,
    clientId: id,
    clientSecret: secret,
    checks: ["pkce", "state"],
    httpOptions: HTTP,
    // The number survives a rename; the old name may then be someone else's.
    profile: ({ id: number }: { id: unknown }) => ({
      id: Number.isSafeInteger(number) ? String(number) : "",
    }),
  };
}

function oidcProvider({ issuer, id, secret, name }: NonNullable<Settings["oidc"]>): Provider {
  return {
    id: "oidc",
    name,
    type: "oauth",
    issuer,
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid" } },
    idToken: true,
    clientId: id,
    clientSecret: secret,
    checks: ["pkce", "state", "nonce"],
    httpOptions: HTTP,
    profile: ({ sub }: { sub: string }) => ({ id: sub }),
  };
}
