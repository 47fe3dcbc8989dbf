import type { Command } from "@/cli/command";
import type { Login } from "@/cli/credentials";
import { changeLogin, NotLoggedIn, REQUEST_MS } from "@/cli/logins";
import type { CliSettings } from "@/cli/settings";
import { request } from "@/lib/api-client/request";
import { CLIENT_ID, oauth } from "@/lib/contract/oauth";

/** Revokes the login at the service first, then removes it here, so that none is left behind. */
export const logout: Command = {
  usage: "logout",
  summary: "log out and delete the stored tokens",
  async run({ settings }) {
    await changeLogin(settings, async (stored) => {
      if (stored === null) throw new NotLoggedIn("not_logged_in");
      await revoke(settings, stored);
      return null;
    });
    return { data: { logged_out: true }, text: "Logged out." };
  },
};

/** Revokes a login at the service. @throws RequestError */
export async function revoke({ apiUrl }: Pick<CliSettings, "apiUrl">, login: Login): Promise<void> {
  await request(oauth.revoke, {
    body: { client_id: CLIENT_ID, token: login.refresh_token },
    from: { baseUrl: apiUrl, authorization: null },
    signal: AbortSignal.timeout(REQUEST_MS),
  });
}
