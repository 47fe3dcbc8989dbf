import { decode } from "next-auth/jwt";

import { isId } from "@/lib/contract/common";
import type { Settings } from "@/lib/settings";

import { cookieName, readCookie } from "./cookies";

/**
 * The session id in a request's cookie, or null without a valid cookie. Does not check whether the session
 * is active (spec 3.5).
 */
export async function readSessionCookie(
  settings: Pick<Settings, "appUrl" | "authSecret">,
  header: string | null,
): Promise<string | null> {
  const value = readCookie(header, cookieName(settings, "session"));
  if (value === null || settings.authSecret === undefined) return null;
  const token = await decode({ token: value, secret: settings.authSecret }).catch(() => null);
  const id = token?.["sid"];
  return typeof id === "string" && isId("sess", id) ? id : null;
}
