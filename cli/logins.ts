import { request, RequestError } from "@/lib/api-client/request";
import { CLIENT_ID, oauth } from "@/lib/contract/oauth";

import { type Login, prepareDirectory, readLogin, writeLogin } from "./credentials";
import { withLock } from "./lock";
import type { CliSettings } from "./settings";
import { uninterrupted } from "./uninterrupted";

/** Timeout of a request. */
export const REQUEST_MS = 15_000;
// A token must not expire while its request is in transit.
const SPARE_MS = 30_000;

/** There is no login, or it has ended. */
export class NotLoggedIn extends Error {
  override readonly name = "NotLoggedIn";
  readonly code: "not_logged_in" | "login_ended";

  constructor(code: "not_logged_in" | "login_ended") {
    super(code);
    this.code = code;
  }
}

type LoginStore = Pick<CliSettings, "apiUrl" | "directory">;
type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/**
 * A valid access token, refreshed if needed. Processes take turns and re-read the file, so that a refresh
 * token, which works once, is never sent twice.
 * @param refused the access token the service just rejected, if any
 * @throws NotLoggedIn; RequestError if the service is unreachable
 */
export async function accessToken(
  store: LoginStore,
  refused: string | null = null,
): Promise<string> {
  const login = await readLogin(store.directory, store.apiUrl);
  if (login === null) throw new NotLoggedIn("not_logged_in");
  if (isGood(login, refused)) return login.access_token;
  const fresh = await changeLogin(store, async (stored) => {
    if (stored === null) throw new NotLoggedIn("not_logged_in");
    return isGood(stored, refused) ? stored : refresh(store, stored);
  });
  if (fresh === null) throw new NotLoggedIn("login_ended");
  return fresh.access_token;
}

/**
 * Changes the stored login, exclusively among processes and uninterrupted by signals.
 * @param change maps the currently stored login to the one to store; null deletes it
 */
export async function changeLogin(
  { directory, apiUrl }: LoginStore,
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

/** Deletes the login of this access token, unless it was replaced. */
export async function forgetLogin(store: LoginStore, token: string): Promise<void> {
  await changeLogin(store, async (stored) => (stored?.access_token === token ? null : stored));
}

/** A token response as it is stored. */
export function toLogin({ access_token, refresh_token, expires_in }: Tokens): Login {
  const expiresAt = new Date(Date.now() + expires_in * 1000).toISOString();
  return { access_token, refresh_token, expires_at: expiresAt };
}

const isGood = (login: Login, refused: string | null) =>
  login.access_token !== refused && Date.parse(login.expires_at) - Date.now() > SPARE_MS;

async function refresh({ apiUrl }: LoginStore, login: Login): Promise<Login | null> {
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
