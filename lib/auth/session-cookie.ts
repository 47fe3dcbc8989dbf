import { decode } from "next-auth/jwt";

import { isId } from "@/lib/contract/common";
import type { Settings } from "@/lib/settings";

/**
 * The name of the console's cookie. Browsers accept a `__Host-` cookie only from this host over https, so
 * plain http in development uses another name.
 */
export function sessionCookieName({ appUrl }: Pick<Settings, "appUrl">): string {
  return appUrl.protocol === "https:" ? "__Host-tidemark.session" : "tidemark.session";
}

/**
 * The session id in a request's cookie, or null without a valid cookie. Does not check whether the session
 * is active (spec 3.5).
 */
export async function readSessionCookie(
  settings: Pick<Settings, "appUrl" | "authSecret">,
  header: string | null,
): Promise<string | null> {
  const prefix = `${sessionCookieName(settings)}=`;
  const value = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
  if (value === undefined || settings.authSecret === undefined) return null;
  const token = await decode({ token: value, secret: settings.authSecret }).catch(() => null);
  const id = token?.["sid"];
  return typeof id === "string" && isId("sess", id) ? id : null;
}
