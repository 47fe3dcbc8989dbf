import { countOf } from "./sizes";

/** What is wrong in an organisation, what happened, and its newest filesystems. */
export const text = {
  attention: "Needs attention",
  viewUnhealthy: (count: number) => `View all ${count}`,
  allWell: (webhooks: number) =>
    webhooks === 0
      ? "Nothing needs attention."
      : `Nothing needs attention: ${countOf(webhooks, "webhook")} healthy.`,
  inFilesystem: (webhook: string, filesystem: string) => `${webhook} · ${filesystem}`,
  pendingChanges: (changes: number) => {
    if (changes === 0) return "";
    return changes >= 1_000 ? "1,000+ pending changes." : `${countOf(changes, "pending change")}.`;
  },
  viewWebhook: "View webhook",
  keyExpires: (name: string) => `API key ${name}`,
  keyExpiresIn: "Expires {time}, and so do its webhooks and mounts.",
  viewKeys: "View API keys",
  limitUsed: (label: string, percent: number) => `${label}: ${percent}% used`,
  limitAbout:
    "At 100% further writes are refused. Delete something, or ask your operator for more.",
  viewLimits: "View limits",
  storage: "Usage",
  recentChanges: "Recent changes",
  activity: "Last 24 hours",
  activityAbout: "Requests from all webhooks to your endpoints.",
  viewDeliveries: "View deliveries",
  newestFilesystems: "Newest filesystems",
  viewAll: (count: number) => `View all ${count}`,
} as const;
