import { browserName } from "@/lib/browser-name";
import { TEST_INBOX_HOST, TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";

import { webhookName } from "./webhook-name";

/** A value of an event's details. */
const shown = (value: unknown): string => {
  if (value === null || value === "") return "none";
  if (value === TEST_INBOX_URL) return webhookName(TEST_INBOX_HOST);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
};

export const text = {
  title: "Audit log",
  description:
    "Changes to members, API keys, access, filesystems and webhooks, and when our support team viewed your data.",
  notAllowed: "read the audit log",
  list: "Events, newest first",
  none: "No events yet",
  noMatch: "No matching events",
  loadMore: "Load more",
  loading: "Loading…",
  actorTypes: { user: "User", key: "API key", mount: "Mount", system: "System" },
  credentialTypes: { session: "Console", login: "CLI login", api_key: "API key", mount: "Mount" },
  actorFrom: (type: string, address: string) => `${type} from ${address}`,
  /** What an event set, and what that replaced. */
  details: ({ before = {}, user_agent: agent, ...rest }: Record<string, unknown>) => {
    const set = typeof agent === "string" ? { ...rest, browser: browserName(agent) } : rest;
    const old = Object.entries(Object(before)).filter(([name]) => !(name in set));
    return [...Object.entries(set), ...old]
      .map(([name, value]) => {
        const was =
          name in Object(before) && name in set ? ` (was ${shown(Object(before)[name])})` : "";
        return `${name.replaceAll("_", " ")}: ${shown(value)}${was}`;
      })
      .join(" · ");
  },
  exportLog: "Export",
  filters: "Filters",
  actor: "Actor",
  actorExample: "user_…, key_… or shell",
  action: "Action",
  actionExample: "api_key.created",
  target: "Target",
  targetExample: "fs_…, wh_…",
  from: "From",
  to: "To",
  filter: "Filter",
  clear: "Clear",
} as const;
