import { Client } from "pg";

import { CLIENT_ID } from "@/lib/contract/oauth";
import { eventually } from "@/testing/eventually";
import type { ApiResponse } from "@/testing/tenant";

import type { Journey } from "./sources";

/**
 * Makes every verb that handles a secret fail in mid-transaction by renaming the audit table away,
 * and returns the responses. Anything a failure reveals about a statement or row shows up in the
 * log.
 */
export async function failAll(journey: Journey, databaseUrl: string): Promise<ApiResponse[]> {
  const { recorder, owner, org, key, fs } = journey;
  const { url = "" } = await journey.admin("reset-password", "--email", owner.email);
  const reset = recorder.keep("tmkpr_", new URL(url).hash.slice(1));
  const password = recorder.keep("password", "Söme other + password / 100%");
  const session = { filesystem_id: fs.id, mode: "rw" };
  const { ticket } = await recorder.make(
    key.secret,
    ["POST", "/api/v1/mount-sessions", session],
    (made) => ({
      tmktk_: made.ticket,
    }),
  );
  const invite = { email: "late@example.com", role: "member" };
  await recorder.make(owner.who, ["POST", `${org}/invitations`, invite], (made) => ({
    tmkinv_: new URL(made.url).hash.slice(1),
  }));
  const link = () => /#(tmkinv_\w+)/.exec(journey.emailTo(invite.email, "#tmkinv_") ?? "")?.[1];
  const token = recorder.keep("tmkinv_", await eventually("the invitation e-mail", link));
  const codes = await recorder.make(
    null,
    ["POST", "/oauth/device_authorization", { client_id: CLIENT_ID }, true],
    (made) => ({
      tmkdc_: made.device_code,
      "complete link": made.verification_uri_complete,
      "user code": made.user_code,
    }),
  );
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("ALTER TABLE audit_entry RENAME TO audit_entry_away");
  try {
    const post = (who: Parameters<typeof recorder.send>[0], route: string, body?: object) =>
      recorder.send(who, "POST", route, body);
    const hook = `${fs.base}/webhooks`;
    const change = { current_password: owner.password, new_password: password };
    return [
      await post(owner.who, `${org}/api-keys`, { name: "x" }),
      await post(owner.who, `${org}/api-keys/${key.id}:rotate`, {}),
      await post(owner.who, `${org}/invitations`, { email: "x@example.com", role: "member" }),
      await post(key.secret, hook, { url: journey.webhookUrl }),
      await post(key.secret, `${hook}/${journey.params["webhook_id"]}:rotate-secret`),
      await post(key.secret, "/api/v1/mount-sessions", session),
      await post(null, "/api/v1/mount-sessions:exchange", { ticket }),
      await post(owner.who, "/api/v1/me/password", change),
      await post(owner.who, "/api/v1/device:approve", { user_code: codes.user_code }),
      await post(null, "/api/v1/auth/sign-up", { token, name: "Late", password }),
      await post(null, "/api/v1/auth/password-reset:confirm", { token: reset, password }),
    ];
  } finally {
    await client.query("ALTER TABLE audit_entry_away RENAME TO audit_entry");
    await client.end();
  }
}
