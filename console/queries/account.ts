import { queryOptions } from "@tanstack/react-query";

import { accountApi } from "@/lib/api-client/calls/account";
import { secondFactorApi } from "@/lib/api-client/calls/second-factor";
import { request } from "@/lib/api-client/request";
import { browserName } from "@/lib/browser-name";

// More than any user has, so that one page of results holds all of them.
const ALL = { limit: "1000" };

/** The user's browser sessions, with a readable browser name. */
export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async ({ signal }) => {
    const sessions = await request(accountApi.listSessions, { query: ALL, signal });
    return sessions.map((session) => ({ ...session, name: browserName(session.user_agent) }));
  },
});

/** The user's command-line logins. */
export const loginsQuery = queryOptions({
  queryKey: ["me", "logins"],
  queryFn: async ({ signal }) => {
    const logins = await request(accountApi.listLogins, { query: ALL, signal });
    return logins.map((login) => ({ ...login, name: login.client.name }));
  },
});

/** The external identities connected to the user's account. */
export const identitiesQuery = queryOptions({
  queryKey: ["me", "identities"],
  queryFn: ({ signal }) => request(accountApi.listIdentities, { query: ALL, signal }),
});

/** How the user can confirm who they are. */
export const securityQuery = queryOptions({
  queryKey: ["me", "security"],
  queryFn: ({ signal }) => request(accountApi.getSecurity, { signal }),
});

/** Starts adding an authenticator app. Returns its secret and the address for a QR code. */
export const startSecondFactor = () => request(secondFactorApi.start);

/** Turns two-factor authentication on with a code of the app. Returns the recovery codes. */
export const confirmSecondFactor = (code: string) =>
  request(secondFactorApi.confirm, { body: { code } });

/** Replaces the recovery codes. */
export const renewRecoveryCodes = () => request(secondFactorApi.renewRecoveryCodes);

/** Turns two-factor authentication off. */
export const removeSecondFactor = () => request(secondFactorApi.remove);

/** Ends a console session, of this browser or another. */
export const endSession = (id: string) =>
  request(accountApi.endSession, { params: { session_id: id } });

/** Ends the user's other sessions, and all command-line logins and mounts. */
export const endOtherAccess = () => request(accountApi.endOtherAccess);

/** Changes the user's name. */
export const renameUser = (name: string) => request(accountApi.update, { body: { name } });

/** Sends a link to the address that the account is to have. */
export const requestEmailChange = (email: string) =>
  request(accountApi.requestEmailChange, { body: { email } });

/** Gives the account the address that a link was sent to. */
export const confirmEmailChange = (token: string) =>
  request(accountApi.confirmEmailChange, { body: { token } });

/** Deletes the user's account. */
export const deleteAccount = () => request(accountApi.delete);

/** Ends a command-line login. */
export const endLogin = (id: string) => request(accountApi.endLogin, { params: { login_id: id } });

/** Confirms with the password that this session is used by its owner. */
export const reauthenticate = (password: string) =>
  request(accountApi.reauthenticate, { body: { current_password: password } });

/** Disconnects an identity from the user's account. */
export const removeIdentity = (id: string) =>
  request(accountApi.removeIdentity, { params: { identity_id: id } });
