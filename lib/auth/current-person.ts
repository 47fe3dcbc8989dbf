import { cookies } from "next/headers";

import { services } from "@/lib/services";

import { findPerson } from "./find-person";
import { readSessionCookie, sessionCookieName } from "./session-cookie";

/** Who looks at a page, for server components; null: nobody is signed in (contract, section 3 "console"). */
export async function currentPerson(): Promise<{ id: string; email: string; name: string } | null> {
  const shared = services();
  const name = sessionCookieName(shared.settings);
  const value = (await cookies()).get(name)?.value ?? "";
  return findPerson(shared, await readSessionCookie(shared.settings, `${name}=${value}`));
}
