/** Which notifications members get by e-mail. */
export const text = {
  title: "Notifications",
  description: "The bell shows the notifications from the last 30 days.",
  byEmail:
    "The bell shows the notifications from the last 30 days. Choose which of them you also get by e-mail.",
  withoutEmail:
    "This service has no mail server, so it sends no e-mails. The bell shows the same notifications. Your choices below apply once the operator sets one up.",
  own: "E-mail me about",
  topics: {
    webhooks: {
      name: "Webhooks",
      about:
        "When a webhook has been failing for an hour, will be disabled within an hour, was disabled, or is healthy again.",
    },
    api_keys: {
      name: "API keys",
      about: "14, 3 and 1 days before an API key expires, with the webhooks and mounts it ends.",
    },
    usage: {
      name: "Usage",
      about:
        "When your organisation reaches 80% or 100% of its storage, file, filesystem or API key limit.",
    },
  },
  adminsOnly: "Only owners and admins see API keys.",
  reset: "Reset to defaults",
  saved: "Notification settings saved",
  everyone: "Who receives what",
  everyoneHint: "Only owners see and change this.",
  emailTo: (name: string, topic: string) => `E-mail ${name} about ${topic}`,
  link: "About webhooks, API keys and usage, by e-mail and under the bell.",
  linkWithoutEmail:
    "About webhooks, API keys and usage, under the bell. This service sends no e-mails.",
  open: "Notification settings",
} as const;
