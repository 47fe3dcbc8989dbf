/** What an API key may do beyond its grants (spec 3.4). */
export const PERMISSIONS = ["filesystems:create", "grants:write"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Read-only, or read and write. */
export type Mode = "ro" | "rw";

/** What a member of an organisation is; each may do all that the one after it may. */
export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who acts (spec 3.1). `credential` is the id of what proves it (key, session, login or mount session):
 * what is counted, and what is looked at again when access may have been lost meanwhile.
 */
export type Actor = KeyActor | PersonActor | MountActor;

/** A key belongs to one organisation and reaches only filesystems it has a grant on. */
export type KeyActor = {
  type: "key";
  id: string;
  credential: string;
  name: string;
  orgId: string;
  permissions: readonly Permission[];
  expiresAt: Date | null;
};

/** A person, through the console's cookie (`session`) or through the tokens of a command-line client (`login`). */
export type PersonActor = {
  type: "person";
  id: string;
  credential: string;
  name: string;
  email: string;
  via: "session" | "login";
  isSupport: boolean;
};

/** A mount reaches the files and changes of one filesystem. It is named by its session. */
export type MountActor = {
  type: "mount";
  id: string;
  credential: string;
  name: string;
  orgId: string;
  filesystemId: string;
};

/** The actor as it is stored beside what it made: `key:key_…` or `user:user_…`. */
export function actorName(actor: Actor): string {
  return `${actor.type === "person" ? "user" : actor.type}:${actor.id}`;
}

/** Where the changes of an actor come from (spec 3.10). */
export function originOf(actor: Actor): "api" | "mount" {
  return actor.type === "mount" ? "mount" : "api";
}
