import { encode } from "next-auth/jwt";

import { createUser } from "@/lib/accounts/create-user";
import { openSession } from "@/lib/accounts/sessions/open-session";
import type { Role } from "@/lib/auth/actor";
import { cookieName } from "@/lib/auth/cookies";
import { newId } from "@/lib/ids";

import type { TestService } from "./service";
import type { ApiResponse } from "./tenant";
import { call } from "./tenant";

/** A user who is signed in to the console. */
export type TestUser = { id: string; email: string; sessionId: string; cookie: string };

export const PASSWORD = "a long passphrase";

/** A user with a session; `support` assigns the role that only the CLI can assign. */
export async function createTestUser(service: TestService, support = false): Promise<TestUser> {
  const email = `${newId("user")}@example.com`;
  const user = await createUser(service.services.db, { email, password: PASSWORD, support });
  if (user === null) throw new Error("no user was created");
  return { ...user, ...(await signIn(service, user.id)) };
}

/** Another session of a user, and the cookie a browser would send for it. */
export async function signIn({ services }: TestService, userId: string) {
  const sessionId = await openSession(services.db, {
    user: { id: userId, name: "test" },
    address: "127.0.0.1",
    userAgent: "test",
    requestId: "req_test",
  });
  const secret = services.settings.authSecret ?? "";
  const value = await encode({ token: { sid: sessionId }, secret });
  return { sessionId, cookie: `${cookieName(services.settings, "session")}=${value}` };
}

/** Makes a user a member of an organisation, as if they had accepted an invitation. */
export async function join(
  { services }: TestService,
  orgId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await services.db.member.create({ data: { org_id: orgId, user_id: userId, role } });
}

/** Calls the API as the console does, from its own origin. */
export function callAs(
  service: Pick<TestService, "url">,
  user: Pick<TestUser, "cookie">,
  method: string,
  route: string,
  body?: string | object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const { cookie } = user;
  const own = { cookie, "sec-fetch-site": "same-origin" };
  return call(service, null, method, route, body, { ...own, ...headers });
}
