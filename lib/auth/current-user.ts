import { cookies, headers } from "next/headers";

import { services } from "@/lib/services";

import { findUser } from "./find-user";
import { readSessionCookie, sessionCookieName } from "./session-cookie";

type Viewer = { id: string; email: string; name: string; isSupport: boolean };

/**
 * The signed-in user, for server components, or null (spec 3.5).
 * @throws Error with the request id as `digest`, which Next shows on the error page
 */
export async function currentUser(): Promise<Viewer | null> {
  const shared = services();
  const name = sessionCookieName(shared.settings);
  const value = (await cookies()).get(name)?.value ?? "";
  try {
    return await findUser(shared, await readSessionCookie(shared.settings, `${name}=${value}`));
  } catch (cause) {
    const digest = (await headers()).get("x-request-id");
    throw Object.assign(new Error("failed to read the session of a page", { cause }), { digest });
  }
}

/** The sign-in URL that returns to the current page, with its query. */
export async function signInPath(): Promise<string> {
  const page = (await headers()).get("x-tidemark-page") ?? "/";
  return `/sign-in?callbackUrl=${encodeURIComponent(page)}`;
}
