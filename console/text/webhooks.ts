/** What several pages about webhooks share. */
export const text = {
  webhooks: "Webhooks",
  webhook: "Webhook",
  newWebhook: "New webhook",
  deliveries: "Deliveries",
  statuses: {
    healthy: "Healthy",
    retrying: "Retrying",
    failing: "Failing",
    paused: "Paused",
    disabled: "Disabled",
  },
  path: "Path",
  allFiles: "all files",
} as const;
