import { type Access, scopesOf } from "@/lib/contract/operation";
import { AppError } from "@/lib/errors";

import { type Actor, isAdmin, type MountActor, type UserActor } from "./actor";
import type { Reach } from "./callers/caller";
import type { Context, FilesystemContext, OrganisationContext, UserContext } from "./context";
import { requireScope } from "./scopes";

type ScopeContext<A extends Access> = A extends { scope: "filesystem" }
  ? FilesystemContext
  : A extends { scope: "organisation" }
    ? OrganisationContext
    : A extends { scope: "mount" }
      ? Context & { actor: MountActor }
      : A extends { scope: "support" }
        ? UserContext
        : Context;

/** The context an operation's verb receives, by its declared access. */
export type ContextOf<A extends Access> = ScopeContext<A> &
  (A extends { only: string } ? { actor: UserActor } : unknown);

type Params = { org_id?: string; fs_id?: string };

/**
 * Checks the operation's declared access before its body is read. Resources of other organisations are
 * `not_found`; those of the caller's own without a grant, role or permission are refused.
 * @param reach the caller's access to what the parameters name
 * @param isOwnOrigin whether a request with the cookie comes from our own pages
 * @throws AppError `not_found`, `organisation_disabled`, `no_grant`, `forbidden`, `api_key_forbidden`, `cross_origin_request`,
 *   `insufficient_scope`, `second_factor_required`, `reauthentication_required` (spec 1.7, 2.6)
 */
export function authorise(
  ctx: Context,
  access: Access,
  params: Params,
  reach: Reach,
  isOwnOrigin: boolean,
) {
  const { actor } = ctx;
  const named = access.scope === "organisation" || access.scope === "filesystem";
  if (named && !reach.inside) throw new AppError("not_found");
  if (reach.disabled) throw new AppError("organisation_disabled");
  if (access.scope === "filesystem" && !reach.found) throw new AppError("not_found");
  if (actor.type === "user" && actor.via === "session" && !isOwnOrigin)
    throw new AppError("cross_origin_request");
  if (named && reach.lacksFactor) throw new AppError("second_factor_required");
  refuseCaller(actor, access);
  for (const scope of scopesOf(access)) requireScope(actor, scope);
  const { role } = reach;
  if (named) refuseAccess(actor, access, reach);
  refuseUnconfirmed(actor, access);
  if (!named) return ctx;
  const inside = { ...ctx, role, orgId: params.org_id ?? "" };
  return access.scope === "organisation" ? inside : { ...inside, filesystemId: params.fs_id ?? "" };
}

// What this kind of caller may never do, whatever its role or grants.
function refuseCaller(actor: Actor, access: Access): void {
  if (access.scope === "anyone") return;
  if (access.scope === "mount") {
    if (actor.type !== "mount") throw new AppError("forbidden");
    return;
  }
  if (access.scope === "support") {
    if (actor.type === "key") throw new AppError("api_key_forbidden");
    if (actor.type !== "user" || actor.via !== "session" || !actor.isSupport)
      throw new AppError("forbidden");
    return;
  }
  if (actor.type === "mount") {
    if (access.mounts !== true) throw new AppError("forbidden");
  } else if (actor.type === "key") {
    const needsUser = access.only !== undefined || access.role !== undefined;
    if (needsUser && access.permission === undefined) throw new AppError("api_key_forbidden");
  } else if (access.only === "session" && actor.via !== "session") {
    throw new AppError("forbidden");
  }
}

// The last check: others are refused whatever they confirm.
function refuseUnconfirmed(actor: Actor, access: Access): void {
  if (!("recent" in access) || actor.type !== "user" || actor.via !== "session") return;
  if (!actor.isRecent && !(access.recent === "or_new" && actor.isNew))
    throw new AppError("reauthentication_required");
}

type Within = Extract<Access, { scope: "organisation" | "filesystem" }>;

function refuseAccess(actor: Actor, access: Within, reach: Reach): void {
  if (actor.type === "user") return refuseRole(access, reach);
  if (access.scope === "filesystem") refuseMode(access.mode, reach);
  const { permission } = access;
  if (permission !== undefined && actor.type === "key" && !actor.permissions.includes(permission))
    throw new AppError("forbidden");
}

// What takes a role is for owners and admins. Viewers only read; nothing that takes a permission of a key is reading.
function refuseRole(access: Within, { role }: Reach): void {
  if (isAdmin(role)) return;
  const writes =
    access.permission !== undefined ||
    (access.scope === "filesystem" && access.mode === "rw" && access.viewers !== true);
  if (access.role !== undefined || (role === "viewer" && writes)) throw new AppError("forbidden");
}

function refuseMode(requested: "ro" | "rw", { mode }: Reach): void {
  if (mode === null || (requested === "rw" && mode === "ro")) throw new AppError("no_grant");
}
