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
  services: Uses<"db" | "pool" | "lookups" | "settings">,
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
  const find = finderOf(services, token, named, forMount);
  if (find === null) throw new AppError("unauthenticated");
  const { orgId, filesystemId } = named;
  const question = [hashToken(token).toString("base64"), forMount, orgId, filesystemId];
  return services.lookups(question.join(" "), find);
}

function finderOf(
  services: Uses<"db" | "pool" | "lookups" | "settings">,
  token: string,
  named: Named,
  forMount: boolean,
) {
  if (isToken("tmk_", token)) return () => findKey(services, token, named);
  if (isToken("tmkat_", token)) return () => findLogin(services, token, named);
  if (isToken("tmkmp_", token)) return () => findMount(services, token, named, forMount);
  return null;
}
