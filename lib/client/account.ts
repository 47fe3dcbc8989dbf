import { queryOptions } from "@tanstack/react-query";

import { account } from "@/lib/contract/account";
import { service } from "@/lib/contract/service";

import { browserName } from "./browser-name";
import { request } from "./request";

// More than anybody has open; the page shows all of them or none would be missed.
const ALL = { limit: "1000" };

/** Who is signed in, and the organisations that person belongs to. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => request(service.me, { signal }),
});

/** The browsers in which one is signed in, named as people call them. */
export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: async ({ signal }) => {
    const sessions = await request(account.listSessions, { query: ALL, signal });
    return sessions.map((session) => ({ ...session, name: browserName(session.user_agent) }));
  },
});

/** The command-line clients that are logged in. */
export const loginsQuery = queryOptions({
  queryKey: ["me", "logins"],
  queryFn: async ({ signal }) => {
    const logins = await request(account.listLogins, { query: ALL, signal });
    return logins.map((login) => ({ ...login, name: login.client.name }));
  },
});

/** Ends a console session, of this browser or another. */
export const endSession = (id: string) =>
  request(account.endSession, { params: { session_id: id } });

/** Ends a command-line login. */
export const endLogin = (id: string) => request(account.endLogin, { params: { login_id: id } });
