import type { ErrorCode } from "@/lib/contract/errors";
import type { Access } from "@/lib/contract/operation";

/** The credentials of the contract's callers, as OpenAPI names them. */
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
      "The console's cookie. Requests that change something must come from the console's own origin.",
  },
} as const;

type Scheme = keyof typeof SECURITY_SCHEMES;

/** Which credentials an operation takes; one of them is enough. */
export function securityOf(access: Access): Partial<Record<Scheme, []>>[] {
  return schemesOf(access).map((scheme) => ({ [scheme]: [] }));
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

/** The refusals that follow from who may call alone; an operation lists only its own beside these. */
export function commonErrors(access: Access): ErrorCode[] {
  const always: ErrorCode[] = ["validation_error", "rate_limited", "internal", "unavailable"];
  if (access.scope === "anyone") return always;
  const codes: ErrorCode[] = ["unauthenticated", ...always];
  if (access.scope === "mount") return [...codes, "not_found", "forbidden"];
  codes.push("login_ended", "cross_origin_request", "forbidden");
  if (access.scope === "support") return [...codes, "api_key_forbidden"];
  if (access.only || (access.role && !access.permission)) codes.push("api_key_forbidden");
  if (access.scope !== "caller") codes.push("not_found");
  if (access.scope === "filesystem") codes.push("no_grant");
  return codes;
}
