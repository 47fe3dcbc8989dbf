import type { AuthOptions } from "next-auth";

import { AppError } from "@/lib/errors";
import { FORM, readBytes } from "@/lib/http/input";

const ROOT = "/api/auth/";
// Only what the console uses of next-auth: no client log endpoint, no session updates.
const ACTIONS: Record<string, readonly string[]> = {
  GET: ["csrf", "providers", "session", "signin", "error", "callback"],
  POST: ["signin", "signout", "callback"],
};
const FORMS = ["credentials", "passkey", "second-factor"];
const MAX_FORM_BYTES = 16 * 1024;

type Fields = Record<string, string>;

/**
 * Parses a request to next-auth.
 * @throws AppError `not_found`, `method_not_allowed`
 */
export function readAction({ url, method }: Request): { action: string; provider?: string } {
  const [action = "", provider, ...rest] = new URL(url).pathname.slice(ROOT.length).split("/");
  const methods = Object.keys(ACTIONS).filter((name) => ACTIONS[name]?.includes(action));
  if (methods.length === 0 || rest.length > 0) throw new AppError("not_found");
  const asked = method === "HEAD" ? "GET" : method;
  if (!methods.includes(asked))
    throw new AppError("method_not_allowed", { allow: methods.join(", ") });
  // A password, code or passkey comes in a body, a provider's redirect in a query.
  const isForm = FORMS.includes(provider ?? "");
  if (action === "callback" && isForm !== (asked === "POST"))
    throw new AppError("method_not_allowed", { allow: asked === "POST" ? "GET" : "POST" });
  return provider === undefined ? { action } : { action, provider };
}

/** The query passed to next-auth: whole only for a provider's redirect. */
export function readSignInQuery({ url }: Request, action: string, origin: string): Fields {
  const query = Object.fromEntries(new URL(url).searchParams);
  if (action === "callback") return withOwnCallback(query, origin);
  const { error = "", callbackUrl = "" } = query;
  const known = /^\w{1,50}$/.test(error) ? { error } : {};
  return withOwnCallback({ ...known, callbackUrl }, origin);
}

/**
 * The fields of a form; none without a body.
 * @throws AppError `unsupported_media_type`, `body_too_large`, `incomplete_body`
 */
export async function readForm(request: Request, origin: string): Promise<Fields> {
  if (request.method !== "POST") return {};
  const bytes = await readBytes(request, FORM, MAX_FORM_BYTES);
  const text = Buffer.from(bytes).toString("utf8");
  return withOwnCallback(Object.fromEntries(new URLSearchParams(text)), origin);
}

/** Cookies set by next-auth; a malformed one is ignored. */
export function readCookies(
  header: string | null,
  { cookies = {} }: AuthOptions,
  origin: string,
): Fields {
  const ours = new Set(Object.values(cookies).map(({ name }) => name));
  const found: Fields = {};
  for (const part of header?.split(";") ?? []) {
    const [name = "", ...rest] = part.trim().split("=");
    const value = decode(rest.join("="));
    if (!ours.has(name) || value === null || name in found) continue;
    if (name !== cookies.callbackUrl?.name || ownUrl(value, origin) !== null) found[name] = value;
  }
  return found;
}

// next-auth throws on an invalid URL.
function withOwnCallback({ callbackUrl = "", ...fields }: Fields, origin: string): Fields {
  const url = ownUrl(callbackUrl, origin);
  return url === null ? fields : { ...fields, callbackUrl: url };
}

/** A redirect target within our own origin; null for any other. */
function ownUrl(text: string, origin: string): string | null {
  if (text === "" || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  return url.origin === origin ? url.href : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
