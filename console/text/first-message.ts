const stages = {
  sent: "It's on its way.",
  failed: "It hasn't been delivered yet. We keep retrying.",
  arrived: "It has arrived.",
};

/** A webhook that was just created, and its first message. */
export const text = {
  created: "Webhook created",
  createdAbout: (stage: "sent" | "failed" | "arrived") =>
    `Its first message, files.resync, asks your backend to list all files. ${stages[stage]}`,
  goToWebhook: "Go to webhook",
  signingSecret: "Signing secret",
  signingSecretAbout:
    "Store it where your backend reads its configuration. You won't be able to see it again.",
  signingSecretGone: (canWrite: boolean) =>
    canWrite
      ? "We showed it once. If you didn't store it, go to the webhook and rotate its secret."
      : "We showed it once, when the webhook was created.",
  secret: "Secret",
  firstMessage: "First message",
  /** Read out. */
  received: "1 message",
  verifyIt: "Verify it",
  verifyItAbout: "Set TIDEMARK_WEBHOOK_SECRET to the signing secret.",
} as const;
