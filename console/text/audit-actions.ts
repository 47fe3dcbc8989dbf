type Action = {
  /** What the filter calls it. */
  name: string;
  /** What the actor did, with the slot `target`. */
  did: string;
  /** The same where the actor is the target. */
  own?: string;
  /** Where, if that is a filesystem. */
  where?: string;
  /** The detail that says which of two it was, and what the actor did then. */
  either?: { detail: string; on: string; off: string };
};

/** The actions of the audit log by what they concern. */
export const AUDIT_ACTIONS: Readonly<
  Record<string, Readonly<Record<`${string}.${string}`, Action>>>
> = {
  Members: {
    "invitation.created": { name: "Member invited", did: "invited {target}" },
    "invitation.accepted": { name: "Invitation accepted", did: "accepted the invitation" },
    "invitation.revoked": { name: "Invitation revoked", did: "revoked the invitation of {target}" },
    "member.role_changed": {
      name: "Role changed",
      did: "changed the role of {target}",
      own: "changed their own role",
    },
    "member.alerts_changed": {
      name: "Notifications changed",
      did: "changed which notifications {target} gets by e-mail",
      own: "changed which notifications they get by e-mail",
    },
    "member.removed": { name: "Member removed", did: "removed {target}" },
    "member.left": { name: "Member left", did: "left the organisation" },
  },
  "API keys": {
    "api_key.created": { name: "API key created", did: "created API key {target}" },
    "api_key.updated": { name: "API key edited", did: "edited API key {target}" },
    "api_key.rotated": { name: "API key rotated", did: "rotated API key {target}" },
    "api_key.revoked": { name: "API key revoked", did: "revoked API key {target}" },
    "grant.set": {
      name: "Access granted",
      did: "gave API key {target} access",
      where: " to {filesystem}",
    },
    "grant.removed": {
      name: "Access removed",
      did: "removed the access of API key {target}",
      where: " to {filesystem}",
    },
  },
  Filesystems: {
    "filesystem.created": { name: "Filesystem created", did: "created filesystem {target}" },
    "filesystem.renamed": { name: "Filesystem renamed", did: "renamed filesystem {target}" },
    "filesystem.quota_set": {
      name: "Filesystem quota set",
      did: "set the quota of filesystem {target}",
    },
    "filesystem.trash_set": {
      name: "Trash setting changed",
      did: "changed whether files deleted on mounts of {target} go to the trash",
      either: {
        detail: "keep_mount_deletions",
        on: "turned on the trash for deletions on mounts of {target}",
        off: "turned off the trash for deletions on mounts of {target}",
      },
    },
    "trash.item_deleted": {
      name: "Deleted from the trash",
      did: "deleted an item in the trash of {target}",
    },
    "trash.emptied": { name: "Trash emptied", did: "emptied the trash of {target}" },
    "filesystem.deleted": { name: "Filesystem deleted", did: "deleted filesystem {target}" },
  },
  Webhooks: {
    "webhook.created": { name: "Webhook created", did: "created webhook {target}" },
    "webhook.updated": { name: "Webhook edited", did: "edited webhook {target}" },
    "webhook.paused": { name: "Webhook paused", did: "paused webhook {target}" },
    "webhook.resumed": { name: "Webhook resumed", did: "resumed webhook {target}" },
    "webhook.enabled": { name: "Webhook enabled", did: "enabled webhook {target}" },
    "webhook.retried": { name: "Delivery retried", did: "retried a delivery to {target}" },
    "webhook.resent": { name: "Delivery resent", did: "resent a delivery to {target}" },
    "webhook.resynced": { name: "Resync sent", did: "sent a resync to {target}" },
    "webhook.secret_rotated": {
      name: "Webhook secret rotated",
      did: "rotated the secret of {target}",
    },
    "webhook.deleted": { name: "Webhook deleted", did: "deleted webhook {target}" },
  },
  Mounts: {
    "mount_session.created": {
      name: "Mount created",
      did: "created a mount",
      where: " of {filesystem}",
    },
    "mount_session.exchanged": {
      name: "Mounted with a ticket",
      did: "used a ticket to mount",
      where: " {filesystem}",
    },
    "mount_session.connected": {
      name: "Connected by SFTP",
      did: "connected by SFTP",
      where: " to {filesystem}",
    },
    "mount_session.disconnected": {
      name: "Disconnected from SFTP",
      did: "ended the SFTP connection",
      where: " to {filesystem}",
    },
    "mount_session.revoked": {
      name: "Mount ended",
      did: "ended the mount {target}",
      where: " of {filesystem}",
    },
    "mount_session.all_revoked": {
      name: "All mounts ended",
      did: "ended all mounts of {target}",
      own: "ended all their mounts",
    },
    "mount_session.revoked_with_login": {
      name: "Mounts of a login ended",
      did: "ended the mounts of a command-line login",
    },
    "mount_session.revoked_with_session": {
      name: "Mounts of a session ended",
      did: "ended the mounts of a console session",
    },
  },
  Organisation: {
    "organisation.created": { name: "Organisation created", did: "created the organisation" },
    "organisation.renamed": { name: "Organisation renamed", did: "renamed the organisation" },
    "organisation.quota_set": {
      name: "Organisation quota set",
      did: "set the quota of the organisation",
    },
    "organisation.second_factor_changed": {
      name: "Two-factor requirement changed",
      did: "changed whether two-factor authentication is required",
      either: {
        detail: "required",
        on: "turned on the requirement of two-factor authentication",
        off: "turned off the requirement of two-factor authentication",
      },
    },
    "organisation.disabled": { name: "Organisation disabled", did: "disabled the organisation" },
    "organisation.enabled": { name: "Organisation enabled", did: "enabled the organisation" },
    "organisation.deleted": { name: "Organisation deleted", did: "deleted the organisation" },
  },
  "Sign-in": {
    "session.opened": { name: "Signed in", did: "signed in" },
    "session.reauthenticated": { name: "Sign-in confirmed", did: "confirmed their sign-in" },
    "session.ended": { name: "Signed out", did: "ended a console session" },
    "user.others_signed_out": {
      name: "Signed out elsewhere",
      did: "signed out everywhere else",
    },
    "user.sessions_ended": { name: "Sessions ended", did: "ended all sessions of {target}" },
    "device_authorization.approved": {
      name: "Command line approved",
      did: "approved a sign-in from the command line",
    },
    "device_authorization.denied": {
      name: "Command line denied",
      did: "denied a sign-in from the command line",
    },
    "login.created": { name: "Command line signed in", did: "signed in from the command line" },
    "login.ended": { name: "Command line signed out", did: "ended a command-line login" },
    "login.refresh_token_reused": {
      name: "Command-line token reused",
      did: "lost a command-line login because its token was used twice",
    },
    "passkey.refused": { name: "Passkey refused", did: "presented a passkey that was refused" },
  },
  Accounts: {
    "user.created": {
      name: "Account created",
      did: "created the account of {target}",
      own: "created their account",
    },
    "user.renamed": { name: "Account renamed", did: "changed their name" },
    "user.disabled": { name: "Account disabled", did: "disabled {target}" },
    "user.enabled": { name: "Account enabled", did: "enabled {target}" },
    "user.deleted": {
      name: "Account deleted",
      did: "deleted the account of {target}",
      own: "deleted their account",
    },
    "user.made_support": { name: "Made support staff", did: "made {target} support staff" },
    "user.support_removed": {
      name: "Support role removed",
      did: "removed the support role of {target}",
    },
    "email_change.requested": {
      name: "E-mail change requested",
      did: "asked to change the e-mail address of {target}",
      own: "asked to change their e-mail address",
    },
    "email.changed": {
      name: "E-mail changed",
      did: "changed the e-mail address of {target}",
      own: "changed their e-mail address",
    },
    "password.changed": { name: "Password changed", did: "changed their password" },
    "password_reset.created": {
      name: "Password reset requested",
      did: "created a password reset link for {target}",
      own: "requested a password reset",
    },
    "password.reset": { name: "Password reset", did: "reset their password" },
    "identity.linked": { name: "Identity connected", did: "connected an identity to sign in with" },
    "identity.removed": { name: "Identity disconnected", did: "disconnected an identity" },
    "second_factor.enabled": {
      name: "Two-factor turned on",
      did: "turned on two-factor authentication",
    },
    "second_factor.removed": {
      name: "Two-factor turned off",
      did: "turned off two-factor authentication of {target}",
      own: "turned off two-factor authentication",
    },
    "second_factor.recovery_codes_renewed": {
      name: "Recovery codes renewed",
      did: "renewed their recovery codes",
    },
    "passkey.added": { name: "Passkey added", did: "added passkey {target}" },
    "passkey.renamed": { name: "Passkey renamed", did: "renamed passkey {target}" },
    "passkey.removed": { name: "Passkey removed", did: "removed a passkey" },
  },
  Support: {
    "support.webhook_viewed": { name: "Viewed a webhook", did: "viewed webhook {target}" },
    "support.deliveries_viewed": {
      name: "Viewed deliveries",
      did: "viewed the deliveries of webhook {target}",
    },
    "support.failures_viewed": {
      name: "Listed failing webhooks",
      did: "listed the failing webhooks",
    },
    "support.stream_viewed": {
      name: "Viewed failing webhooks",
      did: "viewed the failing webhooks",
    },
  },
};

const ALL = new Map(Object.values(AUDIT_ACTIONS).flatMap((actions) => Object.entries(actions)));

// What support staff viewed is on a filesystem too.
const ON_FILESYSTEM = /^(webhook|support)\./;

/** The details that sentences say. */
export const SAID: ReadonlySet<string> = new Set(
  [...ALL.values()].flatMap(({ either }) => (either === undefined ? [] : [either.detail])),
);

/**
 * An event as a sentence without its subject, with the slots `target` and `filesystem`; the code of an action that is
 * not listed.
 * @param isOwn whether the actor is the target @param isPlaced whether a filesystem is known
 */
export function sentenceOf(
  { action, details }: { action: string; details: Readonly<Record<string, unknown>> },
  { isOwn, isPlaced }: { isOwn: boolean; isPlaced: boolean },
): string {
  const known = ALL.get(action);
  const set = known?.either && details[known.either.detail];
  if (known?.either !== undefined && typeof set === "boolean")
    return set ? known.either.on : known.either.off;
  const did = known?.did ?? `${action.replaceAll(/[._]/g, " ")} {target}`;
  const where =
    known?.where ?? (ON_FILESYSTEM.test(action) ? " on {filesystem}" : " in {filesystem}");
  return (isOwn ? (known?.own ?? did) : did) + (isPlaced ? where : "");
}
