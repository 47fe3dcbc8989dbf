/** The deliveries of all webhooks of an organisation. */
export const text = {
  allAbout: "Every message to every webhook of your organisation, for 7 days.",
  filesystem: "Filesystem",
  anyFilesystem: "Any filesystem",
  webhook: "Webhook",
  anyWebhook: "Any webhook",
  openById: "Open a message by its ID",
  idPlaceholder: "msg_… from your log",
  noId: "A message ID is msg_ and 26 letters and digits.",
  noneYet: "No messages in the last 7 days",
  noneAnywhere: "A webhook sends one within a second of a change.",
  toWebhooks: "View webhooks",
} as const;
