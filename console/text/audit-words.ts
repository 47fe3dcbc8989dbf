import { text as access } from "./access";
import { newApiKeyText as keys } from "./api-keys";
import { text as notifications } from "./notifications";
import { roleText } from "./organisations";

const { webhooks, api_keys, usage } = notifications.topics;

/** What the details of an event are called, by their names in the API; others are named as they are there. */
export const AUDIT_LABELS: Readonly<Record<string, string>> = {
  mode: "Access",
  url: "URL",
  path_prefix: "Path",
  user_agent: "Browser",
  client_id: "Client",
  by: "Confirmed by",
  second_factor: "Second step",
  issuer: "Provider",
  email: "E-mail",
  alerts: "E-mails about",
  byte_quota: "Storage limit",
  entry_quota: "File limit",
  expires_at: "Expires",
  overlap_hours: "Old secret works for",
  message_id: "Message",
  passkeys: "Passkeys removed",
};

/** The words for values of details, by the name of the detail. */
export const AUDIT_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: roleText,
  mode: access,
  scopes: {
    ...keys.scopeNames,
    keys: "Manage API keys",
    members: "Manage members",
  },
  permissions: {
    "filesystems:create": keys.createFilesystems,
    "grants:write": keys.manageAccess,
  },
  alerts: { webhooks: webhooks.name, api_keys: api_keys.name, usage: usage.name },
  by: { password: "password", passkey: "passkey", identity: "connected identity" },
  second_factor: {
    totp: "authenticator app",
    recovery_code: "recovery code",
    passkey: "passkey",
  },
  reason: { counter: "its counter went back, so it may have been copied" },
};
