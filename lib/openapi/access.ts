import type { ErrorCode } from "@/lib/contract/errors";
import { type Access, scopesOf } from "@/lib/contract/operation";
import { isKeyScope, type Scope } from "@/lib/contract/scopes";

/** The credentials of API callers as OpenAPI security schemes. */
export const SECURITY_SCHEMES = {
  api_key: { type: "http", scheme: "bearer", description: "An API key, `tmk_…`." },
  login: {
    type: "http",
    scheme: "bearer",
    description: "The access token of a command-line login, `tmkat_…`.",
  },
  mount: { type: "http", scheme: "bearer", description: "The password of a mount, `tmkmp_…`." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-tidemark.session",
    description:
      "The console's session cookie. Requests that change data must come from the console's own origin.",
  },
} as const;

type Scheme = keyof typeof SECURITY_SCHEMES;

/** The credentials an operation accepts, with the scopes they need; one is enough. */
export function securityOf(access: Access): Partial<Record<Scheme, Scope[]>>[] {
  const scopes = scopesOf(access);
  const needed = (scheme: Scheme) => {
    if (scheme === "login") return [...scopes];
    return scheme === "api_key" ? scopes.filter(isKeyScope) : [];
  };
  return schemesOf(access).map((scheme) => ({ [scheme]: needed(scheme) }));
}

function schemesOf(access: Access): Scheme[] {
  if (access.scope === "anyone") return [];
  if (access.scope === "mount") return ["mount"];
  if (access.scope === "support" || access.only === "session") return ["session"];
  const keys = access.only === undefined && !(access.role && access.permission === undefined);
  return [
    ...(keys ? (["api_key"] as const) : []),
    "login",
    "session",
    ...(access.mounts ? (["mount"] as const) : []),
  ];
}

/** Errors implied by `access`; an operation lists only its additional ones. */
export function commonErrors(access: Access): ErrorCode[] {
  const always: ErrorCode[] = ["validation_error", "rate_limited", "internal", "unavailable"];
  if (access.scope === "anyone") return always;
  const codes: ErrorCode[] = ["unauthenticated", "organisation_disabled", ...always];
  if (access.scope === "mount") return [...codes, "not_found", "forbidden"];
  codes.push("login_ended", "cross_origin_request", "forbidden");
  if (access.scope === "support") return [...codes, "api_key_forbidden"];
  if (access.only || (access.role && !access.permission)) codes.push("api_key_forbidden");
  if (access.scope !== "caller") codes.push("not_found", "second_factor_required");
  if (access.scope === "filesystem") codes.push("no_grant");
  if (scopesOf(access).length > 0) codes.push("insufficient_scope");
  if (access.recent) codes.push("reauthentication_required");
  return codes;
}
