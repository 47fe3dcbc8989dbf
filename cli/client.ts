import { type ApiClient, createApiClient, type Credential } from "@/lib/api-client/client";

import { accessToken, forgetLogin, NotLoggedIn, REQUEST_MS } from "./logins";
import type { CliSettings } from "./settings";

// A person waits for a short command; a transfer of many files outlasts a restart and a rate limit.
const SHORT_MS = 3_000;
const LONG_MS = 90_000;

/**
 * The service as a command sees it, with the stored login or the API key; `say` prints a message before the result.
 * Calls throw RequestError or NotLoggedIn.
 */
export type Client = ApiClient & {
  settings: CliSettings;
  /** The same for what takes long anyway: it waits for a service that is away. */
  bulk: ApiClient;
  say: (text: string) => void;
};

/** A client of one service. */
export function createClient(settings: CliSettings, say: (text: string) => void): Client {
  const connection = {
    baseUrl: settings.apiUrl,
    credential: credentialOf(settings),
    timeoutMs: REQUEST_MS,
  };
  return {
    settings,
    say,
    ...createApiClient({ ...connection, retry: { forMs: SHORT_MS } }),
    bulk: createApiClient({ ...connection, retry: { forMs: LONG_MS } }),
  };
}

function credentialOf(settings: CliSettings): Credential {
  const { apiKey } = settings;
  if (apiKey !== null) return { token: () => Promise.resolve(apiKey) };
  return {
    token: () => accessToken(settings),
    async renew(refused, { code }) {
      if (code === "login_ended") {
        await forgetLogin(settings, refused);
        throw new NotLoggedIn("login_ended");
      }
      // Expired at the service although not by this machine's clock.
      return accessToken(settings, refused);
    },
  };
}
