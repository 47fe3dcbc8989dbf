import { request, RequestError } from "@/lib/api-client/request";
import { CLIENT_ID, oauth } from "@/lib/contract/oauth";

import { type Login, prepareDirectory, readLogin, writeLogin } from "./credentials";
import { withLock } from "./lock";
import type { CliSettings } from "./settings";
import { uninterrupted } from "./uninterrupted";

/** A request that gets no answer in this time gets none. */
export const REQUEST_MS = 15_000;
// An access token that ends while its request travels is as good as none.
const SPARE_MS = 30_000;

/** Nobody is logged in here, or the login was ended. */
export class NotLoggedIn extends Error {
  override readonly name = "NotLoggedIn";
  readonly code: "not_logged_in" | "login_ended";

  constructor(code: "not_logged_in" | "login_ended") {
    super(code);
    this.code = code;
  }
}

type Place = Pick<CliSettings, "apiUrl" | "directory">;
type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/**
 * An access token that is still good, refreshed if need be. Processes take turns and look again at what another has
 * written, so that a refresh token, which works once, is never sent twice.
 * @param refused the access token that the service has just refused, if any
 * @throws NotLoggedIn, RequestError when the service cannot be asked
 */
export async function accessToken(place: Place, refused: string | null = null): Promise<string> {
  const login = await readLogin(place.directory, place.apiUrl);
  if (login === null) throw new NotLoggedIn("not_logged_in");
  if (isGood(login, refused)) return login.access_token;
  const fresh = await changeLogin(place, async (stored) => {
    if (stored === null) throw new NotLoggedIn("not_logged_in");
    return isGood(stored, refused) ? stored : refresh(place, stored);
  });
  if (fresh === null) throw new NotLoggedIn("login_ended");
  return fresh.access_token;
}

/**
 * Changes the stored login while no other process does and no signal interrupts.
 * @param change what is stored by now to what is to be stored; null forgets it
 */
export async function changeLogin(
  { directory, apiUrl }: Place,
  change: (stored: Login | null) => Promise<Login | null>,
): Promise<Login | null> {
  await prepareDirectory(directory);
  return withLock(directory, () =>
    uninterrupted(async () => {
      const stored = await readLogin(directory, apiUrl);
      const changed = await change(stored);
      if (changed !== stored) await writeLogin(directory, apiUrl, changed);
      return changed;
    }),
  );
}

/** Forgets the login whose access token this is, unless another has taken its place. */
export async function forgetLogin(place: Place, token: string): Promise<void> {
  await changeLogin(place, async (stored) => (stored?.access_token === token ? null : stored));
}

/** The tokens of an answer as they are stored. */
export function toLogin({ access_token, refresh_token, expires_in }: Tokens): Login {
  const expiresAt = new Date(Date.now() + expires_in * 1000).toISOString();
  return { access_token, refresh_token, expires_at: expiresAt };
}

const isGood = (login: Login, refused: string | null) =>
  login.access_token !== refused && Date.parse(login.expires_at) - Date.now() > SPARE_MS;

async function refresh({ apiUrl }: Place, login: Login): Promise<Login | null> {
  const { refresh_token } = login;
  try {
    const tokens = await request(oauth.token, {
      body: { grant_type: "refresh_token", client_id: CLIENT_ID, refresh_token },
      from: { baseUrl: apiUrl, authorization: null },
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    return toLogin(tokens);
  } catch (error) {
    if (error instanceof RequestError && error.code === "invalid_grant") return null;
    throw error;
  }
}
