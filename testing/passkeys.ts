import { z } from "zod";

import { type Authenticator, createAuthenticator, type Fault } from "./authenticator";
import type { Browser } from "./browser";
import type { TestService } from "./service";
import { call } from "./tenant";
import { callAs, type TestUser } from "./user";

export const PASSKEYS = "/api/v1/me/passkeys";

const Refusal = z.object({ detail: z.object({ code: z.string() }).optional() });

/** A software authenticator in a browser at the service's own origin. */
export const openAuthenticator = ({ services }: TestService): Authenticator =>
  createAuthenticator(services.settings.appUrl.origin);

/** Adds a passkey to a user's account. Returns the response. */
export async function addPasskey(
  service: TestService,
  user: Pick<TestUser, "cookie">,
  authenticator: Authenticator,
  fault: Fault & { name?: string } = {},
) {
  const started = await callAs(service, user, "POST", `${PASSKEYS}:start`);
  if (started.status !== 200) return started;
  const credential = authenticator.create(started.body, fault);
  return callAs(service, user, "POST", PASSKEYS, { name: fault.name ?? "MacBook", credential });
}

/** Asks for what a passkey has to sign, as the sign-in page does in this browser. */
export async function startSignIn(
  service: TestService,
  browser: Browser,
  step: "sign_in" | "second_factor" = "sign_in",
) {
  const headers = { cookie: browser.header() };
  const response = await call(
    service,
    null,
    "POST",
    "/api/v1/auth/passkey:start",
    { step },
    headers,
  );
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  if (name !== undefined && value !== undefined) browser.cookies.set(name, value);
  return response;
}

/** Signs in with a passkey: alone, or after the password. Returns status and error code. */
export async function enterPasskey(
  service: TestService,
  browser: Browser,
  authenticator: Authenticator,
  { step = "sign_in", ...fault }: Fault & { step?: "sign_in" | "second_factor" } = {},
) {
  const { body } = await startSignIn(service, browser, step);
  return sendPasskey(browser, authenticator.get(body, fault), step);
}

/** Sends what an authenticator signed. Returns status and error code. */
export async function sendPasskey(
  browser: Browser,
  assertion: unknown,
  step: "sign_in" | "second_factor" = "sign_in",
): Promise<[number, string | null]> {
  const way = step === "sign_in" ? "passkey" : "second-factor";
  const fields = { passkey: JSON.stringify(assertion) };
  const response = await browser.post(`/api/auth/callback/${way}`, fields);
  const { detail } = Refusal.parse(await response.json());
  return [response.status, detail?.code ?? null];
}
