import type { Services } from "@/lib/services";

import type { FilesystemAccess } from "./access";
import { type Actor, type Mode, presentedBy, type Role, type UserActor } from "./actor";

/** What a domain verb needs: the caller, its address and the services of this process. */
export type Context = {
  actor: Actor;
  /** The caller's IP address, for the audit log. */
  address: string;
  requestId: string;
  services: Services;
};

/** A context without a caller. */
export type VisitorContext = Omit<Context, "actor">;

/** A context whose caller is a user. */
export type UserContext = Context & { actor: UserActor };

/** A context whose caller belongs to the organisation; `role` is null except for users. */
export type OrganisationContext = Context & { orgId: string; role: Role | null };

/** A context whose caller can access the filesystem, at least in the operation's mode. */
export type FilesystemContext = OrganisationContext & { filesystemId: string };

/** The access that a caller's use of the filesystem in this mode depends on. */
export function accessOf(
  { actor, orgId, filesystemId }: FilesystemContext,
  mode: Mode,
): FilesystemAccess {
  return { credential: presentedBy(actor), filesystem: { id: filesystemId, orgId, mode } };
}
