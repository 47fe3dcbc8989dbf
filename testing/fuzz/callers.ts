import type { Caller, AccessFixture } from "@/testing/access/fixture";
import { createAccessFixture } from "@/testing/access/fixture";
import type { TestService } from "@/testing/service";
import { call } from "@/testing/tenant";

import type { DocumentedOperation } from "./document";
import { HEADERS, MARKER } from "./hostile";
import type { Random } from "./random";

/**
 * A fixture whose owner is also support staff, so that one session can make every request that
 * accepts a session.
 */
export async function createFuzzFixture(service: TestService): Promise<AccessFixture> {
  const fixture = await createAccessFixture(service);
  const { db } = service.services;
  await db.user.update({ where: { id: fixture.owner.id }, data: { staff_role: "support" } });
  return fixture;
}

/** A credential of each kind in the document, by the name it has there. */
export function credentials({ callers, key }: AccessFixture): Map<string, Caller> {
  const found = (name: string) => callers.get(name) ?? { headers: {} };
  return new Map([
    ["api_key", { headers: { authorization: `Bearer ${key}` } }],
    ["login", found("cli")],
    ["session", found("owner")],
    ["mount", found("mount-rw")],
  ]);
}

/**
 * Ids of the records behind the credentials: ending one of these would cause later requests to be
 * refused.
 */
export async function lifelines(fixture: AccessFixture): Promise<string[]> {
  const me = await call(fixture.service, fixture.key, "GET", "/api/v1/me");
  const ids = [...credentials(fixture).values()].flatMap(({ id, user }) => [
    id,
    user?.id,
    user?.sessionId,
  ]);
  return [fixture.orgId, fixture.fsId, String(me.body.api_key.id), ...ids].filter(
    (id) => id !== undefined,
  );
}

/**
 * A caller with a credential that the operation accepts; anonymous where the operation is public.
 */
export function rightCaller(
  random: Random,
  fixture: AccessFixture,
  op: DocumentedOperation,
): Caller {
  if (op.security.length === 0) return { headers: {} };
  return credentials(fixture).get(random.pick(op.security)) ?? { headers: {} };
}

/**
 * The headers of the right caller, and occasionally of another one, of two at once, or of no real
 * one.
 */
export function malformedCredential(
  random: Random,
  fixture: AccessFixture,
  { headers }: Caller,
): Record<string, string> {
  const other = () => random.pick([...fixture.callers.values()]).headers;
  const roll = random.below(100);
  if (roll < 3) return { authorization: `Bearer ${random.pick(HEADERS).trim()}` };
  if (roll < 5) {
    const [name = ""] = fixture.owner.cookie.split("=", 1);
    return { cookie: `${name}=${random.pick(HEADERS).trim()}` };
  }
  if (roll < 11) return other();
  if (roll < 14) return { ...headers, ...other() };
  if (roll < 17)
    return { ...headers, "sec-fetch-site": random.pick(["cross-site", "same-site", MARKER]) };
  // A browser that omits Sec-Fetch-Site sends Origin.
  const { "sec-fetch-site": site, ...rest } = headers;
  if (roll > 22 || site === undefined) return headers;
  const { origin } = fixture.service.services.settings.appUrl;
  return { ...rest, origin: random.pick([origin, "null", MARKER, `https://${MARKER}`]) };
}
