import { decode, encode } from "next-auth/jwt";

import type { Settings } from "@/lib/settings";

import { cookieName, readCookie } from "./cookies";

/** A sign-in that lacks only the code of the second factor: by a password, named by a digest of its hash, or an identity. */
export type HalfSignIn = {
  userId: string;
  by: { password: string } | { identity: string; authenticatedAt: number };
};

const SECONDS = 10 * 60;
// Its key is not that of the session's cookie, so neither can stand for the other.
const SALT = "half";

/** The unfinished sign-in of a request's cookie; null without a valid one. */
export async function readHalfSignIn(
  settings: Pick<Settings, "appUrl" | "authSecret">,
  header: string | null,
): Promise<HalfSignIn | null> {
  const value = readCookie(header, cookieName(settings, "half"));
  if (value === null || settings.authSecret === undefined) return null;
  const secret = settings.authSecret;
  const token = await decode({ token: value, secret, salt: SALT }).catch(() => null);
  const { userId, password, identity, authenticatedAt } = { ...token };
  if (typeof userId !== "string") return null;
  if (typeof password === "string") return { userId, by: { password } };
  if (typeof identity !== "string" || typeof authenticatedAt !== "number") return null;
  return { userId, by: { identity, authenticatedAt } };
}

/** The `Set-Cookie` by which the browser continues an unfinished sign-in, for ten minutes; null removes it. */
export async function halfCookie(
  settings: Pick<Settings, "appUrl" | "authSecret">,
  half: HalfSignIn | null,
): Promise<string> {
  const token = half === null ? null : { userId: half.userId, ...half.by };
  const secret = settings.authSecret ?? "";
  const value = token === null ? "" : await encode({ token, secret, salt: SALT, maxAge: SECONDS });
  const secure = settings.appUrl.protocol === "https:" ? "; Secure" : "";
  const age = half === null ? 0 : SECONDS;
  return `${cookieName(settings, "half")}=${value}; Path=/; Max-Age=${age}; HttpOnly${secure}; SameSite=Lax`;
}
