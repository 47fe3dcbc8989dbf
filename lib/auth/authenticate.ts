import type { Access } from "@/lib/contract/operation";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import type { Caller, Named } from "./callers/caller";
import { findKey } from "./callers/key";
import { findMount } from "./callers/mount";
import { findLogin, findSession } from "./callers/user";
import { readSessionCookie } from "./session-cookie";
import { hashToken, isToken } from "./token";

/**
 * The caller of a request (spec 3.1, 3.2, 3.13) and its access to what the path names, in one statement.
 * Read for each request, so that revocation is immediate. `Authorization`, if present, alone decides.
 * @throws AppError `unauthenticated` for a missing, unknown, expired or revoked credential; `login_ended`
 */
export async function authenticate(
  { headers }: Request,
  services: Uses<"sql" | "pool" | "lookups" | "settings">,
  { scope }: Access,
  named: Named,
): Promise<Caller> {
  const authorization = headers.get("authorization");
  if (authorization === null) {
    const sessionId = await readSessionCookie(services.settings, headers.get("cookie"));
    if (sessionId === null) throw new AppError("unauthenticated");
    return findSession(services, sessionId, named);
  }
  const [, token = ""] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
  const forMount = scope === "mount";
  const digest = hashToken(token).toString("base64");
  // A backend's key is used for many filesystems at once, other credentials for one or few.
  if (isToken("tmk_", token))
    return services.lookups(digest, { named, find: (all) => findKey(services, token, all) });
  const find = finderOf(services, token, named, forMount);
  if (find === null) throw new AppError("unauthenticated");
  const question = [digest, forMount, named.orgId, named.filesystemId].join(" ");
  return services.lookups(question, {
    named,
    find: async (equal) => {
      const caller = await find();
      return equal.map(() => caller);
    },
  });
}

function finderOf(
  services: Uses<"sql" | "pool" | "lookups" | "settings">,
  token: string,
  named: Named,
  forMount: boolean,
) {
  if (isToken("tmkat_", token)) return () => findLogin(services, token, named);
  if (isToken("tmkmp_", token)) return () => findMount(services, token, named, forMount);
  return null;
}
