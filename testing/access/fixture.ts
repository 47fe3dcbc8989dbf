import { type Permission, PERMISSIONS, type Role } from "@/lib/auth/actor";
import { createApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import { hashToken, newToken, type TokenPrefix } from "@/lib/auth/token";
import { KEY_SCOPES, type Scope, SCOPES } from "@/lib/contract/scopes";
import { newId } from "@/lib/ids";
import type { TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join, type TestUser } from "@/testing/user";

import { SCOPED } from "./scopes";

/** One caller in the matrix: the headers that authenticate it and the records behind them. */
export type Caller = {
  headers: Record<string, string>;
  /** The user behind it, if any. */
  user?: TestUser;
  /** The id of the key or mount session behind it. */
  id?: string;
  /** Where it is a member, if not in the fixture's organisation. */
  orgId?: string;
  fsId?: string;
};

/** Two organisations and every kind of caller that could make requests to the first. */
export type AccessFixture = {
  service: TestService;
  orgId: string;
  fsId: string;
  owner: TestUser;
  /** An organisation key with every permission a key can have. */
  key: string;
  callers: Map<string, Caller>;
};

const HOUR = "1 hour";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (user: Pick<TestUser, "cookie">) => ({
  cookie: user.cookie,
  "sec-fetch-site": "same-origin",
});

/** Creates the fixture, with one filesystem that the callers' grants apply to. */
export async function createAccessFixture(service: TestService): Promise<AccessFixture> {
  const tenant = await createTenant(service);
  const { id: fsId } = await createFilesystem(service, tenant);
  const owner = await createTestUser(service);
  await join(service, tenant.orgId, owner.id, "owner");
  const fixture = { service, orgId: tenant.orgId, fsId, owner, key: tenant.key };
  const callers = new Map<string, Caller>([
    ["none", { headers: {} }],
    ["garbage", { headers: bearer(newToken("tmk_")) }],
    ...(await keys(fixture)),
    ...(await mounts(fixture)),
    ...(await people(fixture)),
    ...(await withoutFactor(fixture)),
  ]);
  return { ...fixture, callers };
}

type Ground = Omit<AccessFixture, "callers">;

/** An organisation key, with a grant on the filesystem if a mode is given. */
async function makeKey(
  { service, fsId }: Ground,
  orgId: string,
  mode: "ro" | "rw" | null,
  permissions: Permission[] = [],
  scopes: readonly Scope[] = KEY_SCOPES,
): Promise<Caller & { id: string }> {
  const { db } = service.services;
  const shared = { orgId, name: "matrix", permissions, scopes };
  const input = { ...shared, expiresAt: null, createdBy: "system:test" };
  const made = await createApiKey(db, "shell", input);
  if (made === null) throw new Error("no key was created");
  const grant = { api_key_id: made.id, filesystem_id: fsId, created_by: "system:test" };
  if (mode !== null) await db.filesystem_grant.create({ data: { ...grant, mode } });
  return { headers: bearer(made.key), id: made.id };
}

async function keys(ground: Ground): Promise<[string, Caller][]> {
  const { service, orgId } = ground;
  const other = await createTenant(service);
  const own = (mode: "ro" | "rw" | null, permissions?: Permission[], scopes?: Scope[]) =>
    makeKey(ground, orgId, mode, permissions, scopes);
  const [expired, revoked] = [await own("rw"), await own("rw")];
  await service.services.pool.query("UPDATE api_key SET expires_at = now() WHERE id = $1", [
    expired.id,
  ]);
  await revokeApiKey(service.services.db, "shell", { id: revoked.id, orgId });
  return [
    ["key-expired", expired],
    ["key-revoked", revoked],
    ["key-foreign", { headers: bearer(other.key), id: other.keyId }],
    ["key-no-grant", await own(null)],
    ["key-ro", await own("ro")],
    ["key-rw", await own("rw")],
    ["key-create", await own(null, ["filesystems:create"])],
    ["key-grants", await own("rw", ["grants:write"])],
    ["key-grants-ro", await own("ro", ["grants:write"])],
    ["key-full", await own("rw", [...PERMISSIONS])],
    ...(await limited("key-full", (scope) => own("rw", [...PERMISSIONS], [scope]))),
  ];
}

/** One more of these callers for each scope it can be limited to. */
async function limited(like: string, make: (scope: Scope) => Promise<Caller>) {
  const all = [...SCOPED].filter(([, caller]) => caller.like === like);
  return Promise.all(
    all.map(async ([name, { scope }]): Promise<[string, Caller]> => [name, await make(scope)]),
  );
}

/** An active mount session of the owner; `password` is the credential a mount sends. */
async function makeMount({ service, orgId, owner }: Ground, fsId: string, mode: "ro" | "rw") {
  const id = newId("ms");
  const password = newToken("tmkmp_");
  const ticket = newToken("tmktk_");
  await service.services.pool.query(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at,
      exchanged_at, credential_hash, credential_expires_at)
    VALUES ($1, $2, $3, $4, $5, now() + $6, $7, now() + $6, now(), $8, now() + $6)`,
    [id, orgId, fsId, mode, `user:${owner.id}`, HOUR, hashToken(ticket), hashToken(password)],
  );
  return { headers: bearer(password), id, ticket };
}

async function mounts(ground: Ground): Promise<[string, Caller][]> {
  const { service, orgId, key, fsId } = ground;
  const elsewhere = await createFilesystem(service, { orgId, key });
  const ended = await makeMount(ground, fsId, "rw");
  await service.services.pool.query(
    "UPDATE mount_session SET stopped_at = now(), stopped_reason = 'revoked' WHERE id = $1",
    [ended.id],
  );
  return [
    ["mount-ro", await makeMount(ground, fsId, "ro")],
    ["mount-rw", await makeMount(ground, fsId, "rw")],
    ["mount-ended", ended],
    ["mount-other", await makeMount(ground, elsewhere.id, "rw")],
    ["ticket", { headers: bearer((await makeMount(ground, fsId, "rw")).ticket) }],
  ];
}

/** A command-line login of a user, with one token of the given kind. */
async function makeLogin(
  { service }: Ground,
  user: TestUser,
  kind: "access" | "refresh",
  scopes: readonly Scope[] = SCOPES,
) {
  const prefix: TokenPrefix = kind === "access" ? "tmkat_" : "tmkrt_";
  const token = newToken(prefix);
  const id = newId("login");
  const { pool } = service.services;
  await pool.query(
    "INSERT INTO login (id, user_id, client_id, address, scopes, expires_at) VALUES ($1, $2, 'tidemark-cli', '::1', $4, now() + $3)",
    [id, user.id, HOUR, scopes],
  );
  await pool.query(
    "INSERT INTO login_token (hash, login_id, kind, expires_at) VALUES ($1, $2, $3, now() + $4)",
    [hashToken(token), id, kind, HOUR],
  );
  return { headers: bearer(token), user, id };
}

/** Owners of an organisation that requires a second factor, who have none. */
async function withoutFactor(ground: Ground): Promise<[string, Caller][]> {
  const { service } = ground;
  const tenant = await createTenant(service);
  const { id: fsId } = await createFilesystem(service, tenant);
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "owner");
  await service.services.db.organisation.update({
    where: { id: tenant.orgId },
    data: { second_factor_required: true },
  });
  const inside = { orgId: tenant.orgId, fsId };
  return [
    ["no-factor", { headers: cookie(user), user, ...inside }],
    ["no-factor-cli", { ...(await makeLogin(ground, user, "access")), ...inside }],
  ];
}

async function people(ground: Ground): Promise<[string, Caller][]> {
  const { service, orgId, owner } = ground;
  const { pool, db } = service.services;
  const someone = async (role: Role | null): Promise<Caller> => {
    const user = await createTestUser(service);
    if (role !== null) await join(service, orgId, user.id, role);
    return { headers: cookie(user), user };
  };
  const removed = await someone("owner");
  await db.member.deleteMany({ where: { org_id: orgId, user_id: removed.user?.id ?? "" } });
  const [ended, expired] = [await someone("owner"), await someone("owner")];
  await pool.query("UPDATE session SET ended_at = now() WHERE id = $1", [ended.user?.sessionId]);
  await pool.query("UPDATE session SET expires_at = now() WHERE id = $1", [
    expired.user?.sessionId,
  ]);
  const endedLogin = await makeLogin(ground, owner, "access");
  await pool.query(
    "UPDATE login SET ended_at = now(), ended_reason = 'revoked' WHERE user_id = $1",
    [owner.id],
  );
  const support = await createTestUser(service, true);
  const old = await someone("owner");
  await pool.query(
    "UPDATE session SET authenticated_at = now() - interval '10 minutes' WHERE id = $1",
    [old.user?.sessionId],
  );
  return [
    ["cli-ended", endedLogin],
    ["cli", await makeLogin(ground, owner, "access")],
    ...(await limited("cli", (scope) => makeLogin(ground, owner, "access", [scope]))),
    ["refresh", await makeLogin(ground, owner, "refresh")],
    ["member", await someone("member")],
    ["viewer", await someone("viewer")],
    ["admin", await someone("admin")],
    ["owner", { headers: cookie(owner), user: owner }],
    ["owner-old", old],
    ["stranger", await someone(null)],
    ["removed", removed],
    ["session-ended", ended],
    ["session-expired", expired],
    ["support", { headers: cookie(support), user: support }],
    ["no-origin", { headers: { cookie: owner.cookie }, user: owner }],
  ];
}
