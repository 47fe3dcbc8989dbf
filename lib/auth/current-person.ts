import { cookies, headers } from "next/headers";

import { services } from "@/lib/services";

import { findPerson } from "./find-person";
import { readSessionCookie, sessionCookieName } from "./session-cookie";

type Viewer = { id: string; email: string; name: string; isSupport: boolean };

/**
 * Who looks at a page, for server components; null: nobody is signed in (spec 3.5).
 * @throws Error with the request id as `digest`, which Next shows the reader of the page that could not be made
 */
export async function currentPerson(): Promise<Viewer | null> {
  const shared = services();
  const name = sessionCookieName(shared.settings);
  const value = (await cookies()).get(name)?.value ?? "";
  try {
    return await findPerson(shared, await readSessionCookie(shared.settings, `${name}=${value}`));
  } catch (cause) {
    const digest = (await headers()).get("x-request-id");
    throw Object.assign(new Error("could not find out who looks at a page", { cause }), { digest });
  }
}

/** The address of the sign-in that comes back to the page which is being made, with its query. */
export async function signInPath(): Promise<string> {
  const page = (await headers()).get("x-tidemark-page") ?? "/";
  return `/sign-in?callbackUrl=${encodeURIComponent(page)}`;
}
