import { headers } from "next/headers";

import { pageCaller } from "./page-caller";

type Viewer = { id: string; email: string; name: string; isSupport: boolean };

/** The signed-in user, for server components, or null (spec 3.5). */
export async function currentUser(): Promise<Viewer | null> {
  const actor = (await pageCaller())?.caller.actor;
  if (actor?.type !== "user") return null;
  const { id, email, name, isSupport } = actor;
  return { id, email, name, isSupport };
}

/** The sign-in URL that returns to the current page, with its query. */
export async function signInPath(): Promise<string> {
  const page = (await headers()).get("x-tidemark-page") ?? "/";
  return `/sign-in?callbackUrl=${encodeURIComponent(page)}`;
}
