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
    disabled: "Disabled",
    paused: "Paused",
    unhealthy: "Need attention",
  },
  path: "Path",
  allFiles: "all files",
} as const;
