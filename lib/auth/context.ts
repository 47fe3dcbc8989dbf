import type { Services } from "@/lib/services";

/** What an API key may do beyond its grants (contract, section 3). */
export const PERMISSIONS = ["filesystems:create", "grants:write"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Read-only, or read and write. */
export type Mode = "ro" | "rw";

/** Who acts. A key belongs to one organisation and reaches only filesystems it has a grant on. */
export type Actor = {
  type: "key";
  id: string;
  name: string;
  orgId: string;
  permissions: readonly Permission[];
  expiresAt: Date | null;
};

/** Everything a domain verb needs: who asks, the services of this process and the clock. */
export type Context = {
  actor: Actor;
  requestId: string;
  services: Services;
};

/** A context whose caller was found to belong to the organisation. */
export type OrganisationContext = Context & { orgId: string };

/** A context whose caller was found to reach the filesystem, at least in the mode of the operation. */
export type FilesystemContext = OrganisationContext & { filesystemId: string };

/** The actor as it is stored beside what it made: `key:key_…`. */
export function actorName(actor: Actor): string {
  return `${actor.type}:${actor.id}`;
}
