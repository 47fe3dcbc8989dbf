import { createHash, randomBytes } from "node:crypto";

import type { Settings } from "@/lib/settings";

import { cookieName, readCookie } from "./cookies";

/** Seconds in which a challenge of a passkey is used (spec 3.26). */
export const CEREMONY_SECONDS = 5 * 60;

type Ceremony = {
  /** What the database knows the browser by. */
  digest: string;
  /** The `Set-Cookie` that keeps it for the next five minutes. */
  cookie: string;
};

/** The browser that uses a passkey without a session, by the digest of its random cookie; null without one. */
export function readCeremony(
  settings: Pick<Settings, "appUrl">,
  header: string | null,
): string | null {
  const value = readCookie(header, cookieName(settings, "ceremony"));
  return value === null || value === "" ? null : digestOf(value);
}

/** Continues the browser's ceremonies, so that those of several tabs work, or begins the first. */
export function keepCeremony(settings: Pick<Settings, "appUrl">, header: string | null): Ceremony {
  const name = cookieName(settings, "ceremony");
  const held = readCookie(header, name) ?? "";
  const value = /^[\w-]{43}$/.test(held) ? held : randomBytes(32).toString("base64url");
  const secure = settings.appUrl.protocol === "https:" ? "; Secure" : "";
  const cookie = `${name}=${value}; Path=/; Max-Age=${CEREMONY_SECONDS}; HttpOnly${secure}; SameSite=Strict`;
  return { digest: digestOf(value), cookie };
}

const digestOf = (value: string) => createHash("sha256").update(value).digest("base64url");
