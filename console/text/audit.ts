import { countOf } from "./sizes";

/** The audit log. */
export const text = {
  title: "Audit log",
  description: "Who changed what, and when our support team viewed your data.",
  notAllowed: "read the audit log",
  list: "Events, newest first",
  none: "No events yet",
  noMatch: "No matching events",
  actorTypes: { user: "User", key: "API key", mount: "Mount", system: "Operator" },
  credentialTypes: { session: "Console", login: "CLI login", api_key: "API key", mount: "Mount" },
  actorFrom: (type: string, address: string) => `${type} from ${address}`,
  deletedFilesystem: "a deleted filesystem",
  eventsOf: (name: string) => `Events about ${name}`,
  /** Instead of how a user is signed in, for what our support team did. */
  support: "Tidemark support",
  ofSupport: (name: string) => `${name} (Tidemark support)`,
  /** Who left, or what is gone. */
  removed: (name: string) => `${name} (removed)`,
  removedGroup: "Removed",
  /** Instead of a caller, for what the service did by itself. */
  automatic: "Automatic",
  viewed: (name: string, times: number) =>
    `{actor} (${name}) viewed your webhooks ${countOf(times, "time")}`,
  exportLog: "Export",
  filters: "Filters",
  actor: "Actor",
  anyActor: "Anyone",
  operator: "The operator",
  service: "Tidemark",
  members: "Members",
  apiKeys: "API keys",
  others: "Others",
  action: "Action",
  anyAction: "Any action",
  target: "Target",
  anyTarget: "Anything",
  filesystems: "Filesystems",
  from: "From",
  to: "To",
  clear: "Clear",
} as const;
