import type { AuthOptions } from "next-auth";

import { findIdentity } from "@/lib/accounts/identities/find-identity";
import { authTimeOf, externalProviders, identityOf } from "@/lib/accounts/identities/providers";
import { endSession } from "@/lib/accounts/sessions/end-session";
import { notifyOfDevice } from "@/lib/accounts/sessions/notify-of-device";
import { openSession, SESSION_SECONDS } from "@/lib/accounts/sessions/open-session";
import { cookieName } from "@/lib/auth/cookies";
import { findUser } from "@/lib/auth/find-user";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Services } from "@/lib/services";
import { SettingsError } from "@/lib/settings";

import { formProviders } from "./form-providers";
import type { Entered, Visit } from "./visit";

// Shows sign-in errors instead of next-auth's built-in pages.
const SIGN_IN_PAGE = "/sign-in";
const MAX_LOGGED = 200;

/**
 * next-auth's options for one request: a cookie with only the id of our session, passwords, and the
 * configured external providers (spec 3.5, 3.16).
 */
export function nextAuthOptions(services: Services, visit: Visit): AuthOptions {
  const { settings } = services;
  // Without one next-auth would derive a guessable secret.
  if (settings.authSecret === undefined) throw new SettingsError("NEXTAUTH_SECRET is not set");
  let entered: Entered | null = null;
  const enter = (user: Entered) => (entered = user);
  return {
    secret: settings.authSecret,
    providers: [...formProviders(services, visit, enter), ...externalProviders(settings)],
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
    cookies: cookiesOf(settings),
    logger: { error: logFailure, warn: () => undefined, debug: () => undefined },
    callbacks: {
      async signIn({ account, profile }) {
        if (account?.type === "credentials") return true;
        const { provider = "", providerAccountId: subject = "" } = account ?? {};
        const identity = identityOf(settings, provider, { subject, claims: profile });
        if (identity === null) return `${SIGN_IN_PAGE}?error=OAuthCallback`;
        const user = await findUser(services, visit.sessionId);
        const { sessionId } = visit;
        const signedIn = user === null || sessionId === null ? null : { ...user, sessionId };
        const found = await findIdentity(services, identity, signedIn, visit);
        // Identities are connected from the account page.
        if ("refusal" in found)
          return `${SIGN_IN_PAGE}?error=${found.refusal}&callbackUrl=%2Faccount`;
        const authenticatedAt = authTimeOf(provider, profile);
        if (found.needsCode) {
          const { id: userId, identityId } = found.user;
          const by = { identity: identityId, authenticatedAt: authenticatedAt.getTime() };
          visit.half = { userId, by };
          return `${SIGN_IN_PAGE}?step=code&callbackUrl=${encodeURIComponent(visit.target)}`;
        }
        entered = { ...found.user, authenticatedAt };
        return true;
      },
      async jwt() {
        if (entered !== null) return { sid: await replaceSession(services, visit, entered) };
        // Throwing makes next-auth clear the cookie without revealing whose it was.
        if ((await findUser(services, visit.sessionId)) === null)
          throw new AppError("unauthenticated");
        return { sid: visit.sessionId };
      },
      async session({ session: { expires } }) {
        const user = await findUser(services, visit.sessionId);
        return { expires, ...(user === null ? {} : { user: user }) };
      },
    },
    events: { signOut: () => leave(services, visit) },
  };
}

/** Opens a session and ends the browser's previous one, so that a copied cookie stops working. */
async function replaceSession(services: Services, visit: Visit, user: Entered) {
  const before = await findUser(services, visit.sessionId);
  const id = await openSession(services.db, { user, ...visit });
  if (before !== null) await end(services, visit, before);
  if (visit.device?.users.includes(user.id) !== true)
    await notifyOfDevice(services, visit, user.id);
  visit.enteredId = user.id;
  return id;
}

async function leave(services: Services, visit: Visit): Promise<void> {
  try {
    const user = await findUser(services, visit.sessionId);
    if (user !== null) await end(services, visit, user);
  } catch (error) {
    visit.failure = error;
  }
}

async function end({ db }: Services, visit: Visit, user: { id: string; name: string }) {
  const { sessionId, address, requestId } = visit;
  const actor = { type: "user" as const, ...user };
  const who = { actor, address, requestId };
  if (sessionId === null) return;
  await endSession(db, who, { id: sessionId, userId: user.id, isRevoked: false });
}

/** `__Host-` over https, so that no subdomain can set or overwrite the cookie. */
function cookiesOf(settings: Services["settings"]): NonNullable<AuthOptions["cookies"]> {
  const secure = settings.appUrl.protocol === "https:";
  const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure };
  const session = cookieName(settings, "session");
  const named = (name: string, maxAge?: number) => ({
    name: session.replace(/session$/, name),
    options: maxAge === undefined ? options : { ...options, maxAge },
  });
  const minutes = 15 * 60;
  return {
    sessionToken: { name: session, options },
    callbackUrl: named("callback-url"),
    csrfToken: named("csrf-token"),
    pkceCodeVerifier: named("pkce", minutes),
    state: named("state", minutes),
    nonce: named("nonce", minutes),
  };
}

// An ended session is not an error. Only the start of other messages is safe to log: the rest can contain
// the expected state.
function logFailure(code: string, metadata: unknown): void {
  if (code === "JWT_SESSION_ERROR") return;
  const { error = metadata }: { error?: unknown } = Object(metadata);
  const reason =
    error instanceof Error ? error.message.split(",", 1).join("").slice(0, MAX_LOGGED) : undefined;
  log.warn({ code, reason }, "sign-in failed");
}
