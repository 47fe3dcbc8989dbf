import { createHash } from "node:crypto";

import type { AuthOptions } from "next-auth";

import { findIdentity } from "@/lib/accounts/identities/find-identity";
import { authTimeOf, externalProviders, identityOf } from "@/lib/accounts/identities/providers";
import { endSession } from "@/lib/accounts/sessions/end-session";
import { notifyOfDevice } from "@/lib/accounts/sessions/notify-of-device";
import { openSession, SESSION_SECONDS } from "@/lib/accounts/sessions/open-session";
import { signInWithPassword } from "@/lib/accounts/sign-in";
import { cookieName } from "@/lib/auth/cookies";
import type { Device } from "@/lib/auth/device-cookie";
import { findUser } from "@/lib/auth/find-user";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Services } from "@/lib/services";
import { SettingsError } from "@/lib/settings";

/** One request to next-auth: its caller, and its error, which next-auth itself would swallow. */
export type Visit = {
  address: string;
  userAgent: string;
  requestId: string;
  /** The session id in the request's cookie, active or not. */
  sessionId: string | null;
  device: Device | null;
  /** The user who signed in with this request. */
  enteredId: string | null;
  failure: unknown;
};

type Entered = Parameters<typeof openSession>[1]["user"];

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
  const check = async (email: string, password: string) => {
    const { address, device } = visit;
    entered = await signInWithPassword(services, { email, password, address, device });
    if (entered !== null) return { id: entered.id };
    logRefusal(visit, email, "wrong password");
    return null;
  };
  return {
    secret: settings.authSecret,
    providers: [passwordProvider(visit, check), ...externalProviders(settings)],
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
        entered = { ...found.user, authenticatedAt: authTimeOf(provider, profile) };
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

type Check = (email: string, password: string) => Promise<{ id: string } | null>;

function passwordProvider(visit: Visit, check: Check): AuthOptions["providers"][number] {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: {},
    async authorize({ email = "", password = "" } = {}) {
      try {
        return await check(email, password);
      } catch (error) {
        if (error instanceof AppError) logRefusal(visit, email, error.code);
        visit.failure = error;
        return null;
      }
    },
  };
}

// What was typed may be a password, so only a digest of it is logged.
function logRefusal({ address, requestId }: Visit, email: string, reason: string): void {
  const digest = createHash("sha256").update(email.trim().toLowerCase()).digest("hex").slice(0, 16);
  log.warn({ requestId, address, email_digest: digest, reason }, "sign-in refused");
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
  if (sessionId !== null) await endSession(db, who, { id: sessionId, userId: user.id });
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
