import type { Scope } from "@/lib/contract/scopes";

/** Permissions of API keys besides grants (spec 3.4). */
export const PERMISSIONS = ["filesystems:create", "grants:write"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Read-only or read-write. */
export type Mode = "ro" | "rw";

/** Roles in an organisation, most powerful first. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role manages the organisation (spec 3.8). */
export const isAdmin = (role: Role | null): boolean => role === "owner" || role === "admin";

/**
 * The authenticated caller (spec 3.1). `credential` is the id of the key, session, login or mount session:
 * requests count against it, and access is re-checked by it.
 */
export type Actor = KeyActor | UserActor | MountActor;

/** A key belongs to one organisation and can access only filesystems it has a grant for. */
export type KeyActor = {
  type: "key";
  id: string;
  credential: string;
  name: string;
  orgId: string;
  permissions: readonly Permission[];
  scopes: readonly Scope[];
  /** The number of the secret that was presented; each rotation adds one. */
  secret: number;
  expiresAt: Date | null;
};

/** A user, by the console's cookie (`session`) or a command-line client's tokens (`login`). */
export type UserActor = {
  type: "user";
  id: string;
  credential: string;
  name: string;
  email: string;
  via: "session" | "login";
  isSupport: boolean;
  /** Whether they confirmed who they are in this session within the last ten minutes; false for a login (spec 3.20). */
  isRecent: boolean;
  /** Null for a session, which is not limited by scopes (spec 3.23). */
  scopes: readonly Scope[] | null;
  /** Whether they opened this session within the last ten minutes; false for a login. */
  isNew: boolean;
};

/** A mount can access the files and changes of one filesystem. Its name is its session's id. */
export type MountActor = {
  type: "mount";
  id: string;
  credential: string;
  name: string;
  orgId: string;
  filesystemId: string;
};

/** The actor as stored in `created_by`: `key:key_…` or `user:user_…`. */
export function actorName(actor: Actor): string {
  return `${actor.type === "user" ? "user" : actor.type}:${actor.id}`;
}

/** What access is checked again by: the credential, for a key with the number of the secret that was presented. */
export function presentedBy(actor: Actor): string {
  return actor.type === "key" ? `${actor.id}.${actor.secret}` : actor.credential;
}

/** The origin of an actor's changes (spec 3.10). */
export function originOf(actor: Actor): "api" | "mount" {
  return actor.type === "mount" ? "mount" : "api";
}
