import type { Services } from "@/lib/services";

import type { FilesystemAccess } from "./access";
import type { Actor, Mode, PersonActor, Role } from "./actor";

/** Everything a domain verb needs: who asks, from where, the services of this process and the clock. */
export type Context = {
  actor: Actor;
  /** The caller's address, for the audit log. */
  address: string;
  requestId: string;
  services: Services;
};

/** The context of who needs no credential. */
export type VisitorContext = Omit<Context, "actor">;

/** A context whose caller was found to be a person. */
export type PersonContext = Context & { actor: PersonActor };

/** A context whose caller was found to belong to the organisation; `role` is null for what is no person. */
export type OrganisationContext = Context & { orgId: string; role: Role | null };

/** A context whose caller was found to reach the filesystem, at least in the mode of the operation. */
export type FilesystemContext = OrganisationContext & { filesystemId: string };

/** What the access of a caller to a filesystem rests on, who needs it in this mode. */
export function accessOf(
  { actor, orgId, filesystemId }: FilesystemContext,
  mode: Mode,
): FilesystemAccess {
  return { credential: actor.credential, filesystem: { id: filesystemId, orgId, mode } };
}
