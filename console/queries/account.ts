import { queryOptions } from "@tanstack/react-query";

import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";
import { browserName } from "@/lib/browser-name";

// More than any user has, so that one page of results holds all of them.
const ALL = { limit: "1000" };

/** The user's browser sessions, with a readable browser name. */
export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async ({ signal }) => {
    const sessions = await request(api.account.listSessions, { query: ALL, signal });
    return sessions.map((session) => ({ ...session, name: browserName(session.user_agent) }));
  },
});

/** The user's command-line logins. */
export const loginsQuery = queryOptions({
  queryKey: ["me", "logins"],
  queryFn: async ({ signal }) => {
    const logins = await request(api.account.listLogins, { query: ALL, signal });
    return logins.map((login) => ({ ...login, name: login.client.name }));
  },
});

/** The external identities connected to the user's account. */
export const identitiesQuery = queryOptions({
  queryKey: ["me", "identities"],
  queryFn: ({ signal }) => request(api.account.listIdentities, { query: ALL, signal }),
});

/** How the user can confirm who they are. */
export const securityQuery = queryOptions({
  queryKey: ["me", "security"],
  queryFn: ({ signal }) => request(api.account.getSecurity, { signal }),
});

/** Starts adding an authenticator app. Returns its secret and the address for a QR code. */
export const startSecondFactor = () => request(api.secondFactor.start);

/** Turns two-factor authentication on with a code of the app. Returns the recovery codes. */
export const confirmSecondFactor = (code: string) =>
  request(api.secondFactor.confirm, { body: { code } });

/** Replaces the recovery codes. */
export const renewRecoveryCodes = () => request(api.secondFactor.renewRecoveryCodes);

/** Turns two-factor authentication off. */
export const removeSecondFactor = () => request(api.secondFactor.remove);

/** Ends a console session, of this browser or another. */
export const endSession = (id: string) =>
  request(api.account.endSession, { params: { session_id: id } });

/** Ends the user's other sessions, and all command-line logins and mounts. */
export const endOtherAccess = () => request(api.account.endOtherAccess);

/** Changes the user's name. */
export const renameUser = (name: string) => request(api.account.update, { body: { name } });

/** Sends a link to the address that the account is to have. */
export const requestEmailChange = (email: string) =>
  request(api.account.requestEmailChange, { body: { email } });

/** Gives the account the address that a link was sent to. */
export const confirmEmailChange = (token: string) =>
  request(api.account.confirmEmailChange, { body: { token } });

/** Deletes the user's account. */
export const deleteAccount = () => request(api.account.delete);

/** Ends a command-line login. */
export const endLogin = (id: string) => request(api.account.endLogin, { params: { login_id: id } });

/** Confirms with the password that this session is used by its owner. */
export const reauthenticate = (password: string) =>
  request(api.account.reauthenticate, { body: { current_password: password } });

/** Disconnects an identity from the user's account. */
export const removeIdentity = (id: string) =>
  request(api.account.removeIdentity, { params: { identity_id: id } });
