import { decode } from "next-auth/jwt";

import { isId } from "@/lib/contract/common";
import type { Settings } from "@/lib/settings";

/**
 * The name of the console's cookie. `__Host-` makes a browser refuse it from anywhere but this very host over https;
 * plain http, for development, cannot have that.
 */
export function sessionCookieName({ appUrl }: Pick<Settings, "appUrl">): string {
  return appUrl.protocol === "https:" ? "__Host-tidemark.session" : "tidemark.session";
}

/**
 * The id of the session that the cookie of a request names, null when there is none that we made. Says nothing about
 * whether the session is still alive (spec 3.5).
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
