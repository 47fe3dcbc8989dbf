import { queryOptions } from "@tanstack/react-query";

import { believe } from "@/lib/api-client/as-response";
import { reach, readRefusal, RequestError } from "@/lib/api-client/request";

const BASE = "/api/auth";

/** What the library of the sessions answers. */
type Providers = Readonly<Record<string, { id: string; name: string; type: string }>>;
type Csrf = { csrfToken: string };
type Redirect = { url: string };

/** Where else a person can prove who they are, as far as this service was told of any: its id and its name. */
export const providersQuery = queryOptions({
  queryKey: ["auth", "providers"],
  queryFn: async ({ signal }) => {
    const all = await readJson<Providers>(await reach(`${BASE}/providers`, { signal }));
    return Object.values(all).filter(({ type }) => type !== "credentials");
  },
  staleTime: Infinity,
});

/** Opens a session by address and password. @throws RequestError `unauthenticated` when they do not fit. */
export async function signIn(email: string, password: string): Promise<void> {
  await post("/callback/credentials", { email, password });
}

/** Begins a sign-in elsewhere. Returns the address to go to; from there it comes back to `path`. */
export function signInWith(provider: string, path: string): Promise<string> {
  return post(`/signin/${encodeURIComponent(provider)}`, { callbackUrl: path });
}

/**
 * Begins to connect an identity to the account that is signed in, as `signInWith` does.
 * @throws RequestError `reauthentication_required` when the sign-in is more than ten minutes old
 */
export function connectWith(provider: string, path: string): Promise<string> {
  return post(`/signin/${encodeURIComponent(provider)}`, { callbackUrl: path, connect: "1" });
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await post("/signout", {});
}

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const { csrfToken } = await readJson<Csrf>(await reach(`${BASE}/csrf`, {}));
  const body = new URLSearchParams({ ...fields, csrfToken, json: "true" });
  const response = await reach(BASE + path, { method: "POST", body });
  if (response.ok) return (await readJson<Redirect>(response)).url;
  const refusal = await readRefusal(response);
  // Of a wrong password the library says no more than the status.
  if (refusal.status !== 401) throw refusal;
  throw new RequestError({ status: 401, code: "unauthenticated", requestId: refusal.requestId });
}

async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw await readRefusal(response);
  return believe<T>(await response.json());
}
