import { CLIENT_ID, DEVICE_GRANT } from "@/lib/contract/oauth";

import type { TestService } from "./service";
import { type ApiResponse, call } from "./tenant";
import { callAs, type TestUser } from "./user";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Posts a form to an OAuth route, as a command-line client does. */
export function postForm(
  service: Pick<TestService, "url">,
  route: string,
  fields: Record<string, string> | string,
): Promise<ApiResponse> {
  const body = new URLSearchParams(fields).toString();
  return call(service, null, "POST", `/oauth/${route}`, body, FORM);
}

/** A client that starts a login: its codes, and a poll for its tokens. */
export async function beginLogin(service: TestService, scope = "") {
  const asked = { client_id: CLIENT_ID, scope };
  const { body } = await postForm(service, "device_authorization", asked);
  const deviceCode = String(body.device_code);
  const userCode = String(body.user_code);
  const fields = { grant_type: DEVICE_GRANT, client_id: CLIENT_ID, device_code: deviceCode };
  return { body, deviceCode, userCode, poll: () => postForm(service, "token", fields) };
}

/** Approves or denies at `/device`, as a signed-in user. */
export function decide(
  service: TestService,
  user: Pick<TestUser, "cookie">,
  verb: "lookup" | "approve" | "deny",
  userCode: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const body = { user_code: userCode };
  return callAs(service, user, "POST", `/api/v1/device:${verb}`, body, headers);
}

/** Completes a user's login and returns the tokens; without a scope it has the default ones. */
export async function logIn(service: TestService, user: Pick<TestUser, "cookie">, scope = "") {
  const { userCode, poll } = await beginLogin(service, scope);
  await decide(service, user, "approve", userCode);
  const { body } = await poll();
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}
