import { queryOptions } from "@tanstack/react-query";

import { browserName } from "@/console/text/browser-name";
import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

// More than anybody has open; the page shows all of them or none would be missed.
const ALL = { limit: "1000" };

/** The browsers in which one is signed in, named as people call them. */
export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async ({ signal }) => {
    const sessions = await request(api.account.listSessions, { query: ALL, signal });
    return sessions.map((session) => ({ ...session, name: browserName(session.user_agent) }));
  },
});

/** The command-line clients that are logged in. */
export const loginsQuery = queryOptions({
  queryKey: ["me", "logins"],
  queryFn: async ({ signal }) => {
    const logins = await request(api.account.listLogins, { query: ALL, signal });
    return logins.map((login) => ({ ...login, name: login.client.name }));
  },
});

/** The identities elsewhere that open one's account. */
export const identitiesQuery = queryOptions({
  queryKey: ["me", "identities"],
  queryFn: ({ signal }) => request(api.account.listIdentities, { query: ALL, signal }),
});

/** Ends a console session, of this browser or another. */
export const endSession = (id: string) =>
  request(api.account.endSession, { params: { session_id: id } });

/** Ends a command-line login. */
export const endLogin = (id: string) => request(api.account.endLogin, { params: { login_id: id } });

/** Confirms by the password that the session of this browser is used by its person. */
export const reauthenticate = (password: string) =>
  request(api.account.reauthenticate, { body: { current_password: password } });

/** Disconnects an identity from one's account. */
export const removeIdentity = (id: string) =>
  request(api.account.removeIdentity, { params: { identity_id: id } });
