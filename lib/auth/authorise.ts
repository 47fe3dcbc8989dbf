import type { Access, Scope } from "@/lib/contract/operation";
import { AppError } from "@/lib/errors";

import type { Reach } from "./authenticate";
import type { Context, FilesystemContext, OrganisationContext } from "./context";

/** The context an operation's verb receives, by the scope it declares. */
export type ContextOf<S extends Scope> = S extends "filesystem"
  ? FilesystemContext
  : S extends "organisation"
    ? OrganisationContext
    : Context;

type Params = { org_id?: string; fs_id?: string };

/**
 * Checks that the caller may do what the operation declares, before its body is read.
 * Another organisation's things are not found; the own organisation's without a grant are refused.
 * @param reach how the caller reaches the filesystem that the parameters name
 * @throws AppError `not_found`, `no_grant` or `forbidden` (contract, section 3).
 */
export function authorise(ctx: Context, access: Access, params: Params, reach: Reach) {
  if (access.scope === "anyone" || access.scope === "caller") return ctx;
  const orgId = params.org_id ?? "";
  if (orgId !== ctx.actor.orgId) throw new AppError("not_found");
  const { permission } = access;
  const lacking = permission !== undefined && !ctx.actor.permissions.includes(permission);
  if (access.scope === "organisation") {
    if (lacking) throw new AppError("forbidden");
    return { ...ctx, orgId };
  }
  const { found, mode } = reach;
  if (!found) throw new AppError("not_found");
  if (mode === null || (access.mode === "rw" && mode === "ro")) throw new AppError("no_grant");
  if (lacking) throw new AppError("forbidden");
  return { ...ctx, orgId, filesystemId: params.fs_id ?? "" };
}
