import { expect } from "vitest";
import { z } from "zod";

import type { Browser } from "./browser";
import type { IdentityProvider } from "./identity-provider";
import type { TestService } from "./service";

const Redirect = z.object({ url: z.string() });

/** Starts a sign-in at a provider and returns the callback path that the provider redirects to. */
export async function beginExternal(
  browser: Browser,
  provider: IdentityProvider,
  way: string,
): Promise<string> {
  const response = await browser.post(`/api/auth/signin/${way}`, { callbackUrl: "/" });
  const { url } = Redirect.parse(await response.json());
  return provider.visit(url);
}

/**
 * Follows the callback. Returns the error shown on our page, or null when it led into the console.
 */
export async function finishExternal(
  { services }: TestService,
  browser: Browser,
  path: string,
): Promise<string | null> {
  const { origin } = services.settings.appUrl;
  let to = new URL(path, origin);
  for (let hops = 0; to.pathname.startsWith("/api/auth/"); hops++) {
    const response = await browser.get(to.pathname + to.search, { "sec-fetch-site": "cross-site" });
    expect([response.status, hops < 4]).toEqual([302, true]);
    to = new URL(response.headers.get("location") ?? "", origin);
    expect(to.origin).toBe(origin);
  }
  if (to.pathname === "/") return null;
  return to.searchParams.get("error") ?? to.href;
}
