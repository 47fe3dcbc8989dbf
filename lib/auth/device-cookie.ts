import { randomUUID } from "node:crypto";

import { decode, encode } from "next-auth/jwt";

import type { Settings } from "@/lib/settings";

import { cookieName, readCookie } from "./cookies";

/** A browser in which users signed in before: its own id, and theirs, the latest first. */
export type Device = { id: string; users: readonly string[] };

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const MAX_USERS = 5;
// Its key is not that of the session's cookie, so neither can stand for the other.
const SALT = "device";

/** The device of a request's cookie; null without a valid one. It proves an earlier sign-in and nothing else. */
export async function readDevice(
  settings: Pick<Settings, "appUrl" | "authSecret">,
  header: string | null,
): Promise<Device | null> {
  const value = readCookie(header, cookieName(settings, "device"));
  if (value === null || settings.authSecret === undefined) return null;
  const secret = settings.authSecret;
  const token = await decode({ token: value, secret, salt: SALT }).catch(() => null);
  const { device: id, users } = { ...token };
  if (typeof id !== "string" || !Array.isArray(users)) return null;
  return { id, users: users.filter((user) => typeof user === "string") };
}

/** The `Set-Cookie` by which a browser is known to a user who has just signed in. */
export async function deviceCookie(
  settings: Pick<Settings, "appUrl" | "authSecret">,
  device: Device | null,
  userId: string,
): Promise<string> {
  const others = device?.users.filter((user) => user !== userId) ?? [];
  const users = [userId, ...others].slice(0, MAX_USERS);
  const value = await encode({
    token: { device: device?.id ?? randomUUID(), users },
    secret: settings.authSecret ?? "",
    salt: SALT,
    maxAge: YEAR_SECONDS,
  });
  const secure = settings.appUrl.protocol === "https:" ? "; Secure" : "";
  return `${cookieName(settings, "device")}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly${secure}; SameSite=Lax`;
}
