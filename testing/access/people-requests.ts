import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";
import { setupToken } from "@/lib/accounts/setup-token";
import { hashToken, newToken } from "@/lib/auth/token";
import { newId } from "@/lib/ids";
import { beginLogin, decide, logIn } from "@/testing/login";
import { createNotice } from "@/testing/notices";
import { addPasskey, openAuthenticator, PASSKEYS } from "@/testing/passkeys";
import { codeOf, enrol, FACTOR } from "@/testing/second-factor";
import type { TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, join, PASSWORD, signIn, type TestUser } from "@/testing/user";

import type { AccessFixture } from "./fixture";
import type { Maker } from "./requests";

async function asOwner(
  { service, owner, orgId }: AccessFixture,
  method: string,
  route: string,
  body?: object,
) {
  const response = await callAs(service, owner, method, `/api/v1/orgs/${orgId}${route}`, body);
  if (response.status > 299)
    throw new Error(`${method} ${route}: ${JSON.stringify(response.body)}`);
  return response.body;
}

async function member(fixture: AccessFixture): Promise<{ user_id: string }> {
  const user = await createTestUser(fixture.service);
  await join(fixture.service, fixture.orgId, user.id, "member");
  return { user_id: user.id };
}

const stranger = () => `${newId("user")}@example.com`;
const tokenOf = (url: string) => new URL(url).hash.slice(1);

/** The token of an invitation to an organisation that no caller belongs to. */
async function invitation({ service }: AccessFixture, email: string): Promise<string> {
  const inviter = await createTestUser(service);
  const { body: org } = await callAs(service, inviter, "POST", "/api/v1/orgs", { name: "Other" });
  const route = `/api/v1/orgs/${org.id}/invitations`;
  const { body } = await callAs(service, inviter, "POST", route, { email, role: "member" });
  return tokenOf(body.url);
}

/** The token of a link that sets a new password. */
async function resetToken({ service }: AccessFixture): Promise<string> {
  const { email } = await createTestUser(service);
  const { db, settings } = service.services;
  const reset = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "shell" });
  return tokenOf(reset?.url ?? "");
}

async function ticket({ service, key, fsId }: AccessFixture) {
  const body = { filesystem_id: fsId, mode: "ro" };
  return (await call(service, key, "POST", "/api/v1/mount-sessions", body)).body;
}

const onKey = async (fixture: AccessFixture) => ({
  params: { key_id: (await asOwner(fixture, "POST", "/api-keys", { name: "short-lived" })).id },
});
const onCode: Maker = async ({ service }) => ({
  body: { user_code: (await beginLogin(service)).userCode },
});
const asUser = ({ cookie }: TestUser) => ({ cookie, "sec-fetch-site": "same-origin" });
const asSomeone = async (service: TestService) => asUser(await createTestUser(service));
const onFactor: Maker = async ({ service }) => {
  const user = await createTestUser(service);
  await enrol(service, user);
  return { headers: asUser(user) };
};
/** A request about a new passkey of a user other than the caller, whose recovery codes and challenges stay theirs. */
const onPasskey: Maker = async ({ service }) => {
  const user = await createTestUser(service);
  const { body } = await addPasskey(service, user, openAuthenticator(service));
  return { headers: asUser(user), params: { passkey_id: body.id } };
};
const someone = ({ owner }: AccessFixture, user: TestUser | undefined) => user ?? owner;

/**
 * How to build a valid request for operations on people, organisations and mounts that need more
 * than a path.
 */
export const PEOPLE_REQUESTS: Record<string, Maker> = {
  // People exist, so the first-start link is dead for every caller.
  reportCspViolation: () => ({ body: { "csp-report": {} } }),
  setUp: ({ service }) => ({
    body: {
      token: setupToken(service.services.settings.authSecret ?? ""),
      email: stranger(),
      name: "New",
      password: PASSWORD,
      organisation: "New",
    },
    status: 404,
  }),
  signUp: async (fixture) => ({
    body: { token: await invitation(fixture, stranger()), name: "New", password: PASSWORD },
  }),
  requestPasswordReset: () => ({ body: { email: stranger() } }),
  checkPasswordReset: async (fixture) => ({ body: { token: await resetToken(fixture) } }),
  confirmPasswordReset: async (fixture) => ({
    body: { token: await resetToken(fixture), password: PASSWORD },
  }),
  endSession: async (fixture, { user }) => ({
    params: { session_id: (await signIn(fixture.service, someone(fixture, user).id)).sessionId },
  }),
  endLogin: async (fixture, { user }) => {
    const id = newId("login");
    await fixture.service.services.pool.query(
      "INSERT INTO login (id, user_id, client_id, address, expires_at) VALUES ($1, $2, 'tidemark-cli', '::1', now() + '1 h')",
      [id, someone(fixture, user).id],
    );
    return { params: { login_id: id } };
  },
  removeIdentity: async (fixture, { user }) => {
    const id = newId("ident");
    await fixture.service.services.db.identity.create({
      data: {
        id,
        issuer: "https://id.example",
        subject: id,
        user_id: someone(fixture, user).id,
      },
    });
    return { params: { identity_id: id } };
  },
  // These change the session of the request or end the user's others, so a different user makes it.
  reauthenticate: async ({ service }) => ({
    headers: await asSomeone(service),
    body: { current_password: PASSWORD },
  }),
  changePassword: async ({ service }) => ({
    headers: await asSomeone(service),
    body: { current_password: PASSWORD, new_password: "another long passphrase" },
  }),
  updateMe: async ({ service }) => ({
    headers: await asSomeone(service),
    body: { name: "Ada Lovelace" },
  }),
  requestEmailChange: async ({ service }) => ({
    headers: await asSomeone(service),
    body: { email: stranger() },
    // The service has no mail server, which it says after everything else.
    status: 409,
  }),
  confirmEmailChange: async ({ service }) => {
    const user = await createTestUser(service);
    const token = newToken("tmkec_");
    await service.services.db.email_change.create({
      data: {
        user_id: user.id,
        hash: new Uint8Array(hashToken(token)),
        email: stranger(),
        expires_at: new Date(Date.now() + 60_000),
      },
    });
    return { headers: asUser(user), body: { token } };
  },
  startSecondFactor: async ({ service }) => ({ headers: await asSomeone(service) }),
  confirmSecondFactor: async ({ service }) => {
    const user = await createTestUser(service);
    const { body } = await callAs(service, user, "POST", FACTOR);
    return { headers: asUser(user), body: { code: codeOf(body.secret) } };
  },
  renewRecoveryCodes: onFactor,
  removeSecondFactor: onFactor,
  startPasskey: async ({ service }) => ({ headers: await asSomeone(service) }),
  addPasskey: async ({ service }) => {
    const user = await createTestUser(service);
    const { body } = await callAs(service, user, "POST", `${PASSKEYS}:start`);
    const credential = openAuthenticator(service).create(body);
    return { headers: asUser(user), body: { name: "MacBook", credential } };
  },
  renamePasskey: async (fixture, caller) => ({
    ...(await onPasskey(fixture, caller)),
    body: { name: "Phone" },
  }),
  removePasskey: onPasskey,
  startPasskeyConfirmation: onPasskey,
  reauthenticateWithPasskey: async ({ service }) => {
    const user = await createTestUser(service);
    const authenticator = openAuthenticator(service);
    await addPasskey(service, user, authenticator);
    const route = "/api/v1/me/session:start-passkey";
    const { body } = await callAs(service, user, "POST", route);
    return { headers: asUser(user), body: { credential: authenticator.get(body) } };
  },
  startPasskeySignIn: () => ({ body: { step: "sign_in" } }),
  endOtherAccess: async ({ service }) => ({ headers: await asSomeone(service) }),
  deleteAccount: async ({ service }) => ({ headers: await asSomeone(service) }),
  // It ends with the request, so owners delete another one, which they have just created.
  deleteOrganisation: async ({ service, callers }, caller) => {
    if (caller !== callers.get("owner")) return {};
    const user = await createTestUser(service);
    const { body } = await callAs(service, user, "POST", "/api/v1/orgs", { name: "Brief" });
    return { headers: asUser(user), params: { org_id: body.id } };
  },
  createOrganisation: () => ({ body: { name: "New" } }),
  renameOrganisation: () => ({ body: { name: "Renamed" } }),
  // What any owner may do; requiring it takes one who has a second factor.
  requireSecondFactor: () => ({ body: { required: false } }),
  changeMemberRole: async (fixture) => ({ params: await member(fixture), body: { role: "admin" } }),
  removeMember: async (fixture) => ({ params: await member(fixture) }),
  // Everyone their own.
  setMemberAlerts: (fixture, { user }) => ({
    params: { user_id: someone(fixture, user).id },
    body: { alerts: ["webhooks"] },
  }),
  markNoticesRead: async ({ service, orgId }, caller) => ({
    body: { up_to: await createNotice(service, caller.orgId ?? orgId) },
  }),
  createInvitation: () => ({ body: { email: stranger(), role: "member" } }),
  revokeInvitation: async (fixture) => {
    const body = { email: stranger(), role: "member" };
    return {
      params: { invitation_id: (await asOwner(fixture, "POST", "/invitations", body)).id },
    };
  },
  readInvitation: async (fixture) => ({
    body: { token: await invitation(fixture, stranger()) },
  }),
  acceptInvitation: async (fixture, { user }) => ({
    body: { token: await invitation(fixture, someone(fixture, user).email) },
  }),
  createApiKey: () => ({ body: { name: "made" } }),
  getApiKeyUses: onKey,
  listApiKeyRequests: onKey,
  listApiKeyGrants: onKey,
  updateApiKey: async (fixture) => ({ ...(await onKey(fixture)), body: { name: "renamed" } }),
  rotateApiKey: async (fixture) => ({ ...(await onKey(fixture)), body: { overlap_hours: 0 } }),
  revokeApiKey: onKey,
  createMountSession: ({ fsId }, caller) => ({
    body: { filesystem_id: caller.fsId ?? fsId, mode: "ro" },
  }),
  revokeMountSession: async (fixture) => ({ params: { session_id: (await ticket(fixture)).id } }),
  exchangeMountTicket: async (fixture) => ({ body: { ticket: (await ticket(fixture)).ticket } }),
  renewMountSession: ({ callers }, { id }) => ({
    params: { session_id: id ?? callers.get("mount-rw")?.id ?? "" },
  }),
  lookupDevice: onCode,
  approveDevice: onCode,
  denyDevice: onCode,
  authorizeDevice: () => ({ body: { client_id: "tidemark-cli" } }),
  getToken: async ({ service, owner }) => {
    const { userCode, deviceCode } = await beginLogin(service);
    await decide(service, owner, "approve", userCode);
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    return { body: { grant_type, client_id: "tidemark-cli", device_code: deviceCode } };
  },
  revokeToken: async ({ service, owner }) => ({
    body: { client_id: "tidemark-cli", token: (await logIn(service, owner)).refresh },
  }),
};
