import { asResponse } from "@/lib/api-client/as-response";
import { reach, readRefusal, RequestError } from "@/lib/api-client/request";

const BASE = "/api/auth";

/** The responses of the authentication library. */
type Csrf = { csrfToken: string };
type Redirect = { url: string };

/** An external sign-in provider that is configured. */
export type Provider = { readonly id: string; readonly name: string };

/**
 * Signs in with e-mail and password.
 * @throws RequestError `unauthenticated` if they are wrong, `second_factor_code_required` if a code must follow
 */
export async function signIn(email: string, password: string): Promise<void> {
  await post("/callback/credentials", { email, password });
}

/**
 * Completes a sign-in with a code of an authenticator app or a recovery code.
 * @throws RequestError `second_factor_invalid` for a wrong one, `unauthenticated` if the sign-in has to begin again
 */
export async function enterCode(code: string): Promise<void> {
  await post("/callback/second-factor", { code });
}

/** Starts an external sign-in. Returns the URL to go to, which comes back to `path`. */
export function signInWith(provider: string, path: string): Promise<string> {
  return post(`/signin/${encodeURIComponent(provider)}`, { callbackUrl: path });
}

/**
 * Starts signing in again at a provider, which must then ask the user who they are. Returns the URL to go to, as
 * `signInWith` does.
 */
export function confirmAt(provider: string, path: string): Promise<string> {
  return post(`/signin/${encodeURIComponent(provider)}`, { callbackUrl: path, confirm: "1" });
}

/**
 * Starts connecting an identity to the signed-in account, as `signInWith` does.
 * @throws RequestError `reauthentication_required` if the user does not confirm who they are
 */
export function connectWith(provider: string, path: string): Promise<string> {
  return post(`/signin/${encodeURIComponent(provider)}`, { callbackUrl: path, connect: "1" });
}

/** Signs out in this browser. */
export async function signOut(): Promise<void> {
  await post("/signout", {});
}

/** Posts a form to the authentication library. Returns the URL that it redirects to. @throws RequestError */
export async function post(path: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = await readJson<Csrf>(await reach(`${BASE}/csrf`, {}));
  const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
  const response = await reach(BASE + path, { method: "POST", body });
  if (response.ok) return (await readJson<Redirect>(response)).url;
  const refusal = await readRefusal(response);
  // For a wrong password the library returns only the status.
  if (refusal.status !== 401) throw refusal;
  throw new RequestError({ status: 401, code: "unauthenticated", requestId: refusal.requestId });
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw await readRefusal(response);
  return asResponse<T>(await response.json());
}
