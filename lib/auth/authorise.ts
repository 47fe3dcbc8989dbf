import { isId } from "@/lib/contract/common";
import type { Access, Scope } from "@/lib/contract/operation";
import { AppError } from "@/lib/errors";

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
 * @throws AppError `not_found`, `no_grant` or `forbidden` (contract, section 3).
 */
export async function authorise(ctx: Context, access: Access, params: Params) {
  if (access.scope === "anyone" || access.scope === "caller") return ctx;
  const orgId = params.org_id ?? "";
  if (!isId("org", orgId) || orgId !== ctx.actor.orgId) throw new AppError("not_found");
  const { permission } = access;
  const lacking = permission !== undefined && !ctx.actor.permissions.includes(permission);
  if (access.scope === "organisation") {
    if (lacking) throw new AppError("forbidden");
    return { ...ctx, orgId };
  }
  const filesystemId = params.fs_id ?? "";
  const mode = await grantedMode(ctx, orgId, filesystemId);
  if (mode === null || (access.mode === "rw" && mode === "ro")) throw new AppError("no_grant");
  if (lacking) throw new AppError("forbidden");
  return { ...ctx, orgId, filesystemId };
}

async function grantedMode(ctx: Context, orgId: string, filesystemId: string) {
  if (!isId("fs", filesystemId)) throw new AppError("not_found");
  const [row] = await ctx.services.db.$queryRaw<{ mode: "ro" | "rw" | null }[]>`
    SELECT g.mode FROM filesystem f
    LEFT JOIN filesystem_grant g ON g.filesystem_id = f.id AND g.api_key_id = ${ctx.actor.id}
    WHERE f.id = ${filesystemId} AND f.org_id = ${orgId}`;
  if (row === undefined) throw new AppError("not_found");
  return row.mode;
}
